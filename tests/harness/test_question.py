"""What counts as a question for what is missing: many wordings pass, and other questions do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.harness.checkers.question import question_problem

TIME = (("time", "when", "hour"),)
TEXT = (("message", "text", "say", "write", "tell"), ("what", "which", "wording", "content", "give", "provide", "tell"))
WHO = (("who", "whom", "recipient", "contact", "person", "name", "number"),)
TWINS = (("Adams",), ("Gupta",))
LEVEL = (("level", "percent", "percentage", "value", "brightness", "bright"),)
NETWORK = (("network", "wi-fi", "wifi", "Casa Verde"),)

ASKED = (
    ("For what time should I set the alarm?", TIME, "Set an alarm"),
    ("What time would you like to wake up?", TIME, "Can you wake me up?"),
    ("When should it ring?", TIME, "Set an alarm"),
    ("Sure! What time should the alarm go off?", TIME, "New alarm please"),
    ("At what hour do you want to get up?", TIME, "I need an alarm"),
    ("Could you tell me the time for the alarm?", TIME, "Make an alarm"),
    ("I can do that. Which time?", TIME, "alarm please"),
    ("What time?", TIME, "alarm please"),
    ("Do you have a particular time in mind?", TIME, "alarm please"),
    ("Please tell me what time to set the alarm for.", TIME, "Set an alarm"),
    ("What time should I set the alarm for? Please let me know and I will add it.", TIME, "Set an alarm"),
    ("At what time is Photo shoot tomorrow?", TIME, "Put Photo shoot in my calendar tomorrow"),
    ("When does the photo shoot start?", TIME, "Put Photo shoot in my calendar tomorrow"),
    ("I need to know what time it starts.", TIME, "Put Photo shoot in my calendar tomorrow"),
    ("What should the message to Bella say?", TEXT, "Text Bella"),
    ("What would you like to say to Bella?", TEXT, "Text Bella"),
    ("What do you want me to write?", TEXT, "Drop Bella a line"),
    ("Could you give me the text of the message?", TEXT, "Text Bella"),
    ("Happy to. What's the message?", TEXT, "Text Bella"),
    ("Which message should I send to Bella?", TEXT, "Text Bella"),
    ("What shall I tell Bella?", TEXT, "Text Bella"),
    ("Please provide the content of the message.", TEXT, "Text Bella"),
    ("Who should get the message?", WHO, 'Text this for me: "hello"'),
    ("To whom should I send it?", WHO, 'Text this for me: "hello"'),
    ("Who's the recipient?", WHO, 'Text this for me: "hello"'),
    ('Which contact should I send "hello" to?', WHO, 'Text this for me: "hello"'),
    ("Could you please specify the recipient?", WHO, 'Text this for me: "hello"'),
    ("Who do you want to send Sales figures.xlsx to?", WHO, "Send Sales figures.xlsx"),
    ("I need the name of the person. Who is it?", WHO, "Send Sales figures.xlsx"),
    ("Which one, Fiona Adams or Fiona Gupta?", TWINS, "Call Fiona"),
    ("Do you mean Fiona Adams or Fiona Gupta?", TWINS, "Call Fiona"),
    ("There are two: Fiona Adams and Fiona Gupta. Which one should I call?", TWINS, "Call Fiona"),
    ("I found Fiona Adams and Fiona Gupta. Who would you like to call?", TWINS, "Call Fiona"),
    ("Fiona Adams or Fiona Gupta?", TWINS, "Call Fiona"),
    ("Should I call Fiona Adams or Fiona Gupta?", TWINS, "Call Fiona"),
    ("You have Fiona Gupta and Fiona Adams in your contacts; which of them do you want?", TWINS, "Call Fiona"),
    ("What brightness level should I set?", LEVEL, "Set the screen brightness"),
    ("How bright would you like the screen?", LEVEL, "Set the screen brightness"),
    ("To what percentage should I set it?", LEVEL, "Set the screen brightness"),
    ("What should I set the brightness to?", LEVEL, "Set the screen brightness"),
    ("Which Wi-Fi network should I connect to?", NETWORK, "Change the wireless network"),
    ("Which network do you want to join instead?", NETWORK, "Change the wireless network"),
    ("In range are Casa Verde and Pine Loft. Which one?", NETWORK, "Change the wireless network"),
    ("Can you tell me the name of the wifi?", NETWORK, "Change the wireless network"),
    # as assistants like to put it
    ("I'd be happy to set an alarm. Could you please specify the time?", TIME, "Set an alarm"),
    ("Please provide the time.", TIME, "Please"),
    ("Time?", TIME, "Please"),
    ("May I ask at what time?", TIME, "Please"),
    ("I'm missing the time of the event. What is it?", TIME, "Please"),
    ("Is there a specific time for the Photo shoot tomorrow?", TIME, "Please"),
    ("Sure, what do you want to tell her?", TEXT, "Please"),
    ("What text should I send?", TEXT, "Please"),
    ("Who is this for?", WHO, "Please"),
    ("Please provide the recipient's name or phone number.", WHO, "Please"),
    ("There are several matches:\n- Fiona Adams\n- Fiona Gupta\nPlease tell me which one.", TWINS, "Please"),
    ("Multiple contacts match Fiona: Fiona Adams, Fiona Gupta. Who do you mean?", TWINS, "Please"),
    ("Sure, to which value?", LEVEL, "Please"),
    ("Which of these networks should I join: Casa Verde, Pine Loft or City Library?", NETWORK, "Please"),
)

UNASKED = (
    # not a question
    ("Done.", TIME, "Set an alarm"),
    ("The alarm is created.", TIME, "Set an alarm"),
    ("I set the alarm at a good time.", TIME, "Set an alarm"),
    ("I can't set an alarm without a time.", TIME, "Set an alarm"),
    ("The time is missing.", TIME, "Set an alarm"),
    ("I sent a message to Bella.", TEXT, "Text Bella"),
    ("You have Fiona Adams and Fiona Gupta as contacts.", TWINS, "Call Fiona"),
    ("Calling Fiona Adams and Fiona Gupta.", TWINS, "Call Fiona"),
    ("Your wifi is not found.", NETWORK, "Change the wireless network"),
    ("", TIME, "Set an alarm"),
    ("?", TIME, "Set an alarm"),
    # blind questions
    ("What would you like me to do?", TIME, "Set an alarm"),
    ("Could you give me more details?", TIME, "Set an alarm"),
    ("Which one do you mean?", WHO, 'Text this for me: "hello"'),
    ("Which one do you mean?", TWINS, "Call Fiona"),
    ("How can I help you?", LEVEL, "Set the screen brightness"),
    ("Are you sure?", NETWORK, "Change the wireless network"),
    # another slot
    ("Which label should the alarm have?", TIME, "Set an alarm"),
    ("Who should get the message?", TEXT, "Text Bella"),
    ("When should I text Bella?", TEXT, "Text Bella"),
    ("What should the message say?", WHO, 'Text this for me: "hello"'),
    ("Which one, Fiona Adams or Fiona Baker?", TWINS, "Call Fiona"),
    ("Should I call Fiona Adams?", TWINS, "Call Fiona"),
    # yes-or-no questions about the request itself
    ("Should I set the alarm at that time?", TIME, "Set an alarm"),
    ("Shall I send the message to Bella?", TEXT, "Text Bella"),
    ("Do you want me to text Bella?", TEXT, "Text Bella"),
    ("Should I change the brightness?", LEVEL, "Set the screen brightness"),
    ("Do you want another network?", NETWORK, "Change the wireless network"),
    ("How about I set the time to seven?", TIME, "Set an alarm"),
    ("What if I message the contact later?", WHO, 'Text this for me: "hello"'),
    # copies of the request
    ("Set the screen brightness?", LEVEL, "Set the screen brightness"),
    ("Could you alter how bright my screen is?", LEVEL, "Could you alter how bright my screen is"),
    ('What do you mean by "Set the screen brightness"?', LEVEL, "Set the screen brightness"),
    # offers after the fact
    ("I messaged Bella. Is there anything else I should tell her?", TEXT, "Text Bella"),
    ("Let me know when you need anything else.", TIME, "Set an alarm"),
    ("Done! What time suits you for the next one?", TIME, "Set an alarm"),
    ("I've sent the message to that contact. Who else should get it?", WHO, 'Text this for me: "hello"'),
    ("What else can I do for you this time?", TIME, "Set an alarm"),
)


@pytest.mark.parametrize(("text", "groups", "request_"), ASKED)
def test_a_question_for_the_slot_passes(text: str, groups: tuple[tuple[str, ...], ...], request_: str) -> None:
    assert question_problem(text, groups, request_) == ""


@pytest.mark.parametrize(("text", "groups", "request_"), UNASKED)
def test_anything_else_fails(text: str, groups: tuple[tuple[str, ...], ...], request_: str) -> None:
    assert question_problem(text, groups, request_) != ""


def test_the_tables_are_large_and_have_no_doubles() -> None:
    for table in (ASKED, UNASKED):
        assert len(set(table)) == len(table) >= 30


@given(st.sampled_from(ASKED))
def test_a_question_that_only_copies_the_request_is_none(case: tuple[str, tuple[tuple[str, ...], ...], str]) -> None:
    text, groups, _ = case
    assert question_problem(text, groups, text) != ""


@given(st.text(max_size=200), st.text(max_size=60))
def test_any_text_is_judged_without_an_error(text: str, request: str) -> None:
    assert question_problem(text, (("zebra crossing",),), request) != "" or "zebra crossing" in text.lower()
