"""Forms of words in which English says that something cannot be done, was not done, is absent, or is done.

They are matched against one clause as `sentences.read` writes it: lower case, contractions written out.
"""

from __future__ import annotations

import re
from functools import lru_cache

from planloop.harness.checkers.sentences import LEAD, START

_F = r"(?: (?:\w+ly|still|just|also|now|yet|even|then|so)){0,3}"
_ME = rf"\b(?:i|we)\b{_F}"
_AGENT = rf"(?:^|[,:(\-]) ?(?:{LEAD}\b[,:!\- ]*){{0,3}}"  # where a sentence leaves out its `I`
_BE, _HAVE = r"(?:is|are|was|were)", r"(?:has|have)"
_TRIFLE = r"(?: (?:problems?|worries|trouble|issues?|doubts?|need|questions?|rush|objections?|longer a problem))"
_IDIOM = (
    r"(?: (?:wait|believe|thank|complain|help but|recommend|agree more|be happier|be better|stress|imagine|only)\b)"
)
_TOOL = (
    r"\b(?:phone|handset|device|system|app|assistant|tool|translator|translation|dictionary|phrase book|library|"
    r"collection|catalogue|address book|phone book|contacts?|contact list|list|calendar|player|it)"
)
_ABLE = r"(?:able|allowed|permitted|authori[sz]ed|willing|going to|comfortable|in a position|capable|equipped|made)"
_DONE = (
    r"(?:called|dialled|dialed|rung|reached|phoned|opened|launched|started|played|sent|messaged|deleted|removed|erased|"
    r"uninstalled|connected|joined|added|created|entered|scheduled|booked|saved|stored|transferred|paid|moved|"
    r"translated|navigated|recorded|shared|looked up|read|found|located|done|made|set|put|completed|carried out|"
    r"executed|performed|processed|fulfilled|changed|taken off|thrown away|switched|cast|installed|used|accessed|"
    r"searched|shown|given|provided|retrieved|displayed|granted access)"
)
_DOES = (
    r"(?:call|dial|reach|phone|open|launch|start|play|send|message|delete|remove|erase|uninstall|connect|join|add|"
    r"create|enter|schedule|book|save|transfer|pay|move|translate|navigate|record|share|look up|look|read|find|"
    r"locate|do|make|set|put|complete|carry out|process|change|show|tell|give|see|get|access|have|know|support|offer|"
    r"handle|help|assist|manage|provide|touch|place|go|spy|take|succeed|recogni[sz]e|come across|turn up|guide)"
)
_HELD_UP = (
    r"\b(?:it|that|this|which|request|attempt|action|operation|call|access|permission|navigation|deletion|removal|"
    r"search|lookup|look-up|transfer|payment|translation|installation|uninstallation|connection|entry|"
    r"(?:\w+ing))(?: [\w.'-]+){0,5}?"
)
_PAST = (
    r"(?:called|dialled|dialed|rang|phoned|opened|launched|played|sent|texted|messaged|deleted|removed|erased|"
    r"uninstalled|connected|joined|added|created|scheduled|booked|saved|transferred|paid|granted|enabled|shared|moved|"
    r"navigated|translated|recorded|forwarded|adjusted|changed|turned|placed|made)"
)

DECLINES = (
    rf"{_ME} (?:can|could|may|must|shall|should){_F} not\b(?!{_IDIOM})",
    rf"{_ME} can only\b.*\bnot\b",
    rf"{_ME} (?:will|would){_F} not (?:be (?:able|doing|helping|placing|making|part)|{_DOES})\b",
    rf"{_ME} (?:am|are|was|were|have been|feel){_F} (?:not{_F} {_ABLE}|unable|unwilling|incapable)\b",
    rf"{_ME} (?:will|would) (?:be unable|have to (?:refuse|decline)|need to decline)\b",
    rf"{_ME} (?:do|did){_F} not {_DOES}\b",
    rf"{_ME} (?:have|had){_F} not (?:been able|{_DONE})\b",
    rf"{_ME}(?: (?:must|have to|need to|am going to|will|would))?{_F} (?:refuse|decline)\b",
    rf"{_ME}(?: have)?{_F} (?:have|had|found|find|see|saw|know|got|get|know of) "
    rf"(?:no|nobody|nothing|none|no one)\b(?!{_TRIFLE})",
    rf"{_ME}(?: have)?{_F} (?:lack|am missing|failed to|got denied|was (?:refused|denied|stopped|prevented|blocked))\b",
    rf"{_ME}\b[^:]*\band{_F} (?:(?:can|could|did|was|am){_F} not|unable|found (?:no|nothing|nobody))\b",
    rf"{_AGENT}(?:can|could|did|will){_F} not (?:be able|{_DOES})\b",
    rf"{_AGENT}(?:unable|not able|not (?:allowed|permitted|willing)|no way) to\b",
    rf"{_AGENT}no can do\b",
    rf"{START}(?:do not have|have no|found (?:no|nothing|nobody)|could not|can not (?:do|help|open|be done))\b"
    rf"(?!{_TRIFLE})",
)
"""The speaker is unable or unwilling; the sentence may leave out its `I`."""

NOT_DONE = (
    rf"\b{_BE}{_F} not{_F} {_DONE}\b",
    rf"\b(?:has|have|had|can|could|will|must){_F} not{_F} (?:been|be|get){_F} {_DONE}\b",
    rf"\b{_HAVE}{_F} not (?:started|worked|succeeded|happened|gone through)\b",
    rf"\b(?:it|that|this|you) (?:can|could|may){_F} not (?:be )?(?:{_DOES}|{_DONE})\b",
    r"\b(?:did|does|do|will|would) not (?:work|succeed|go through|happen|complete|finish)\b",
    r"\b(?:is|was|are|were|be) (?:not (?:possible|feasible|doable|an option|something i)|impossible)\b",
    rf"{START}(?:that is )?(?:not possible|impossible|not something i)\b",
    rf"{_HELD_UP} (?:has )?(?:failed|fails)\b",
    rf"{_HELD_UP} (?:{_BE}|has been|got) (?:refused|denied|rejected|blocked|prevented)\b",
    rf"{_HELD_UP} {_BE} not (?:allowed|permitted|supported)\b",
    rf"(?:^|[,:(\-]) ?not {_DONE}\b",
    r"\b(?:outside|beyond)(?: of)? (?:what (?:i|we) can|my (?:abilities|capabilities|reach|scope|power))\b",
    rf"\b(?:nothing|no(?: \w+){{1,2}}?) (?:was|were|is|has been|have been) {_DONE}\b",
)
"""What was asked for was not done, or cannot be."""

ABSENT = (
    rf"\bthere (?:{_BE}|exists?|seems? to be|appears? to be){_F} (?:no|not|none|nothing|nobody)\b(?!{_TRIFLE})",
    r"\bno such\b",
    rf"\bno\b(?!{_TRIFLE})(?!(?: \w+)? (?:permission|access)\b)(?: [\w.'-]+){{1,5}}? "
    r"(?:called|named|known as|match(?:es|ing|ed)?|by|with|for|found|exists?|available|in|on|saved|installed|listed)\b",
    r"\b(?:nothing|nobody|no one|none)(?: \w+){0,3}? (?:called|named|by|match(?:es|ing)|like|found|under)\b",
    r"\bnone of (?:your|the|my)\b",
    r"\b(?:do|does|did)(?: \w+ly)? not (?:seem to |appear to )?(?:exist|match|appear|show up|come with|include|contain|"
    r"be (?:in|on|installed|available|there)|have (?:an? )?(?:app|contact|song|person|anyone|anything|any)\b)",
    rf"{_TOOL} (?:do|does|did) not (?:have|know|list|contain|include|support|offer|speak|cover|allow|let|come)\b",
    rf"{_TOOL} (?:(?:has|have|knows?|lists?|contains?|supports?|offers?|finds?) (?:no|nobody|nothing)|lacks?)\b",
    r"\byou (?:do not have|have no|have not got)\b",
    rf"\b{_BE}{_F} not{_F} (?:in (?:your|the|my|this)|on (?:your|the|my|this)|among|one of|part of|present|available|"
    r"supported|known|saved|listed|installed|there\b|here\b|recogni[sz]ed|removable|anywhere|"
    r"a (?:contact|song|known|language|supported|saved|removable))",
    rf"\b(?:{_BE}|has gone|seems|seems to be) (?:nowhere|missing|unknown|unavailable|unsupported|absent)\b",
    r"\bnot (?:found|installed|available|supported)\b|(?:^|[,:(\-]) ?not (?:in your|on this|granted)\b",
    r"\b(?:no|zero|without) (?:results?|match(?:es)?|hits?)\b|\breturned nothing\b|\bcame (?:back|up) empty\b",
)
"""What was asked for does not exist here."""

FORBIDDEN = (
    rf"(?:^|\b(?:it|this|that|which) )(?:is|was|{_HAVE}){_F} not (?:been )?(?:granted|given|enabled)\b",
    rf"\b(?:permission|access)\b(?: \w+){{0,4}}? (?:{_BE}|has|have|had)(?: (?:\w+ly|still|been)){{0,3}} "
    r"(?:not\b|denied|missing|off\b|disabled|revoked|blocked|withheld|turned off|switched off|refused|lacking)",
    r"\b(?:permission|access)(?: was)? (?:denied|missing|refused)\b",
    rf"{START}no (?:\w+ ){{0,2}}(?:permission|access)\b",
    r"\blocation (?:services? )?(?:is|are) (?:not (?:allowed|granted|enabled|on)|denied|off|disabled|turned off)\b",
)
"""A permission is missing: said of the permission, never of a person."""

CLAIMS = (
    r"^(?:(?:ok|okay|great|sure|yes|alright)[,!. ]+){0,3}(?:all done|done|all set|completed|finished|success)\b",
    rf"{_ME}(?: have)?(?: (?:just|already|now|also|successfully)){{0,3}} {_PAST}\b(?! (?:no|nothing|nobody|none|to)\b)",
    rf"{_ME} have(?: (?:just|already|now|also|successfully)){{0,3}} (?:set|put|started|done)\b(?! (?:no|nothing)\b)",
    rf"\b(?:is|are) now (?:{_PAST}|on|open|off|playing|running|set|installed)\b",
    r"(?<!not )\bsuccessfully\b",
)
"""The work is done."""


@lru_cache(maxsize=8)
def _compiled(forms: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form) for form in forms)


def has_form(clause: str, forms: tuple[str, ...]) -> bool:
    """Whether the clause has one of the forms."""
    return any(pattern.search(clause) for pattern in _compiled(forms))
