"""System Settings of the full phone: languages of the menus, the region and its formats."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.apps.clock import CITY_HOURS
from planloop.phone.apps.formats import REGIONS
from planloop.phone.scenario import Call, Draw, Plan, asks, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started

FORMATS = (
    ("clock", "12h", "the 12-hour clock"), ("clock", "24h", "the 24-hour clock"),
    ("date", "YYYY-MM-DD", "dates written YYYY-MM-DD"), ("date", "DD/MM/YYYY", "dates written DD/MM/YYYY"),
    ("date", "MM/DD/YYYY", "dates written MM/DD/YYYY"), ("date", "DD.MM.YYYY", "dates written DD.MM.YYYY"),
    ("week_start", "Monday", "weeks that begin on Monday"), ("week_start", "Sunday", "weeks that begin on Sunday"),
    ("week_start", "Saturday", "weeks that begin on Saturday"), ("temperature", "celsius", "temperatures in Celsius"),
    ("temperature", "fahrenheit", "temperatures in Fahrenheit"), ("numbers", "1,234.5", "numbers written like 1,234.5"),
    ("numbers", "1.234,5", "numbers written like 1.234,5"), ("numbers", "1 234,5", "numbers written like 1 234,5"),
)  # fmt: skip
SEVERAL = {
    "French": ("France", "Canada"), "German": ("Germany", "Austria"), "Spanish": ("Spain", "Mexico"),
    "Portuguese": ("Portugal", "Brazil"),
}  # fmt: skip


def _listed(draw: Draw) -> list[str]:
    return [str(name) for name in draw.phone.setting("language_list")]


def _new(draw: Draw) -> list[str]:
    """Languages that the phone can have and its list lacks."""
    listed = _listed(draw)
    return [str(r["name"]) for _, r in draw.rows("locales") if r["name"] not in listed]


@scenario(
    "system.language.add",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Add {language} to the languages of this phone",
        "I also read {language}, put it in the phone's language list",
        "Phone languages: add {language}",
        "The list of languages lacks {language}, please add it there",
        "Let the phone know {language} as an additional language",
        "My grandparents use this phone too, so add {language} as another system language",
        "Include {language} among the system languages",
        "Can {language} be added as a further language of the phone?",
        "add language {language}",
        "Install {language} as an extra language for the menus, the main one stays",
        "I'd like {language} in the language settings as well",
        "Besides what's there, the phone should offer {language}",
    ),
    joinable=True,
)
def language_add(draw: Draw) -> Plan:
    """A language that is not in the list."""
    assume(draw, wifi=True)
    language = draw.pick(_new(draw))
    call = Call("manage_system_language", {"action": "add", "language": language})
    say = f"{language} is in the list of languages."
    return Plan({"language": language}, turns(call), say, overrides=started(draw))


@scenario(
    "system.language.app",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "I want to practise: let only {app} speak {language} to me",
        "Set the language of the app {app} to {language}",
        "{app} should be in {language}, the rest of the phone stays as it is",
        "App language of {app}: {language}",
        "Change {app} to {language}",
        "Make {language} the language of {app}",
        "The menus of {app} in {language} please",
        "Could {app} get its own language, {language}?",
        "{app} -> {language} (just this app)",
        "My kid learns with {app}, so show that app in {language}",
        "Have {app} talk in {language} regardless of the phone's language",
        "Give {app} {language} as its display language",
    ),
)
def language_app(draw: Draw) -> Plan:
    """One app gets a language of its own."""
    assume(draw, wifi=True)
    app = str(draw.row("apps", system=False)[1]["name"])
    language = str(draw.row("locales")[1]["name"])
    if draw.rows("app_languages", app=app, language=language):
        raise draw.skip("it speaks that already")
    call = Call("manage_system_language", {"action": "set_app_language", "appName": app, "language": language})
    slots = {"app": app, "language": language}
    return Plan(slots, turns(call), f"{app} speaks {language} now.", overrides=started(draw))


@scenario(
    "system.language.primary",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Switch the whole phone to {language}, add it if it isn't there",
        "Make {language} the main language of the phone; it has to be added first",
        "My phone should speak {language}. Put it in the list and then at the top",
        "Add {language} and use it as the phone's language",
        "I'm moving abroad, so install {language} on the phone and make it the primary language",
        "Phone language to {language} please, including the adding",
        "First add {language} to the system languages, then set it as the primary one",
        "Have the menus in {language} from now on, get the language if it's missing",
        "new main language: {language} (not installed yet)",
        "Could you bring {language} onto this phone and make it the language of the system?",
        "The system language has to be {language}; it's not in the list so far",
        "Everything in {language} please. You need to add that language before you choose it",
    ),
)
def language_primary(draw: Draw) -> Plan:
    """A language must be in the list before it can be the first."""
    assume(draw, wifi=True)
    language = draw.pick(_new(draw))
    calls = (Call("manage_system_language", {"action": a, "language": language}) for a in ("add", "set_primary"))
    say, begun = f"The phone speaks {language} now.", started(draw)
    return Plan({"language": language}, turns(*calls), say, Checker.TOOL_CALL, ordered=True, overrides=begun)


@scenario(
    "system.language.corrected",
    Behaviour.REVISION,
    Domain.SYSTEM,
    (
        "Add {old} to the phone's languages, no wait, {new}",
        "Please add {old} as a system language... sorry, I meant {new} only",
        "The phone should learn {old}. Hmm, no, make that {new} instead",
        "New phone language: {old}, correction, {new}",
        "Not {old} but {new} is what I want added to the languages of this phone",
        "I was going to ask for {old}, but {new} is the one to add to the language list",
        "Can you add {old}, or rather {new}, to the system languages?",
        "{old} in the language list? No! {new}, please add that one",
        "add {old}.. ah no {new} to the languages of the phone",
        "Put {new} and not {old} in the list of system languages, I mixed them up",
        "Instead of {old}, which I almost said, add {new} to my phone's languages",
        "Add the language {old} - hold on, my teacher says {new}, so {new} it is",
    ),
)
def language_corrected(draw: Draw) -> Plan:
    """Only the second language counts."""
    assume(draw, wifi=True)
    found = _new(draw)
    if len(found) < 2:
        raise draw.skip("too few languages")
    old, new = draw.rng.sample(found, 2)
    call = Call("manage_system_language", {"action": "add", "language": new})
    return Plan({"old": old, "new": new}, turns(call), f"{new} is added to the languages.", overrides=started(draw))


@scenario(
    "system.language.which",
    Behaviour.BOUNDARY,
    Domain.SYSTEM,
    (
        "Add {language} to the phone's languages",
        "I'd like {language} as one more system language",
        "Put {language} in the list of languages on my phone",
        "Please install {language} for the menus",
        "The phone should have {language} too",
        "Can the system languages include {language}?",
        "System language list: plus {language}",
        "Get {language} onto the phone as a further language",
        "{language} in the language settings please",
        "Let my phone offer {language} in its menus",
        "I want to see {language} among the languages of this phone",
        "Extend the languages of the phone by {language}",
    ),
)
def language_which(draw: Draw) -> Plan:
    """The language comes in two kinds."""
    assume(draw, wifi=True)
    language = draw.pick(tuple(SEVERAL))
    one, other = SEVERAL[language]
    if any(language in name for name in _listed(draw)):
        raise draw.skip("one of them is there")
    call = Call("manage_system_language", {"action": "add", "language": language})
    say = f"Which {language} do you want: that of {one} or of {other}?"
    added = tries("manage_system_language", arguments={"action": "add"}, language=language)
    looked = tried(added, tries("manage_system_language", arguments={"action": "query"}))
    wanted = (looked, asks(one, other))
    return Plan({"language": language}, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


@scenario(
    "system.formats.item",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "Use {what} on this phone",
        "I prefer {what}, set the phone to that",
        "The phone should show {what}",
        "Regional formats: {what} please",
        "Change the phone's formats to {what}",
        "I'm used to {what}. Can the phone do that everywhere?",
        "Please have {what} from now on",
        "In the regional settings choose {what}",
        "set {what}",
        "What's shown now confuses me, I want {what}",
        "Give me {what} in all apps",
        "My colleagues use {what}, so my phone shall too",
    ),
    joinable=True,
)
def formats_item(draw: Draw) -> Plan:
    """One format, spoken as people know it."""
    found = [f for f in FORMATS if draw.phone.setting(f"format_{f[0]}") != f[1]]
    item, value, what = draw.pick(found)
    call = Call("configure_regional_formats", {"action": "set", "settingItem": item, "settingValue": value})
    return Plan({"what": what}, turns(call), f"The phone uses {what} now.")


@scenario(
    "system.formats.region",
    Behaviour.GROUNDING,
    Domain.SYSTEM,
    (
        "I moved to {region}, show me everything the way it's written there",
        "Set the region of the phone to {region}",
        "Region: {region}",
        "My phone should behave like one from {region}",
        "Change the regional settings to {region}",
        "The region setting is wrong, it must be {region}",
        "Please use the formats of {region} for dates, numbers and so on",
        "Can you make {region} the region?",
        "region -> {region}",
        "Adapt the phone to {region} with all its usual formats",
        "Since I live in {region} now, the phone's region has to follow",
        "Let the phone take over the conventions of {region}",
    ),
    joinable=True,
)
def formats_region(draw: Draw) -> Plan:
    """Another region than the present one."""
    region = draw.pick([r for r in REGIONS if r != draw.phone.setting("format_region")])
    call = Call("configure_regional_formats", {"action": "set", "settingItem": "region", "settingValue": region})
    return Plan({"region": region}, turns(call), f"The region is {region} now.")


@scenario(
    "system.formats.zone",
    Behaviour.DEPENDENCY,
    Domain.SYSTEM,
    (
        "Stop the automatic time zone and set it to {city} by hand",
        "Set the time zone to {city}; turn off the automatic choice for that",
        "My phone must show {city} time. No automatic time zone any more",
        "Automatic time zone off, then {city} as the zone",
        "I work with people in {city}, so fix the time zone to {city} instead of letting the network decide",
        "Use the {city} time zone, you'll have to disable the automatic one before",
        "Please switch the time zone over to {city} manually, without automatic setting",
        "Time zone {city}! The phone keeps choosing its own, stop that first",
        "tz manual, {city}",
        "Could you take the time zone off automatic and choose {city}?",
        "Don't let the network pick my time zone, I want {city}",
        "From now on the clock follows {city}, and automatic time zone is to be off",
    ),
)
def formats_zone(draw: Draw) -> Plan:
    """The automatic zone must go off before a city can be chosen."""
    assume(draw, format_automatic_time_zone=True)
    city = draw.pick([c for c in CITY_HOURS if c != draw.phone.setting("format_time_zone")])
    off = {"action": "set", "settingItem": "automatic_time_zone", "settingValue": "off"}
    fix = {"action": "set", "settingItem": "time_zone", "settingValue": city}
    calls = (Call("configure_regional_formats", {**a}) for a in (off, fix))
    return Plan({"city": city}, turns(*calls), f"The time zone is {city}, set by hand.", overrides=started(draw))


@scenario(
    "system.formats.back",
    Behaviour.REVISION,
    Domain.SYSTEM,
    (
        "No, that looks odd. Back to the region from before",
        "Hm, undo this, the old region was right",
        "I don't like it. Return to the previous region",
        "Wrong after all, please put the region back",
        "Revert the region",
        "Actually we aren't moving. Set the region to what it was",
        "Can I have my former region again?",
        "Oh dear, the dates look strange now, go back to the region I had",
        "region back pls",
        "Take that back and restore my earlier region",
        "It was better before: old region again",
        "Scratch that, the region should be the original one",
    ),
)
def formats_back(draw: Draw) -> Plan:
    """The old region stands in the result of the last exchange."""
    old = str(draw.phone.setting("format_region"))
    region = draw.pick([r for r in REGIONS if r != old])
    request = draw.pick(("Set my region to {}", "We move to {}, change the region", "Region {} please"))
    change = {"action": "set", "settingItem": "region", "settingValue": region}
    call = Call("configure_regional_formats", {**change})
    history = past(draw, request.format(region), (call,), f"The region is {region}.")
    act = Call("configure_regional_formats", {**change, "settingValue": old})
    return Plan({}, turns(act), f"The region is {old} again.", overrides=started(draw), history=history)
