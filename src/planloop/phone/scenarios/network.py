"""Scenarios of Network & Connectivity: one goal, one tool."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.past import assume, given, started

HOTSPOT_NAMES = (
    "Banana Stand", "Rocket Ship", "Cactus Net", "Pixel Barn", "Night Owl", "Mango Link", "Blue Whale", "Disco Toast",
    "Sleepy Fox", "Lucky Seven", "Turbo Snail", "Cosmic Tea", "Pancake Base", "Iron Duck", "Velvet Llama", "Noodle Hub",
    "Polar Bear", "Secret Garden", "Tiny Robot", "Windmill",
    "Zebra Crossing", "Cloud Nine", "Pirate Bay View", "Bus Stop",
    "Golden Goose", "Lemon Tree", "Maple Syrup", "Quiet Corner",
    "Salty Dog", "Thunder Van", "Yellow Bike", "Penguin Post",
)  # fmt: skip


@scenario(
    "network.wifi.connect",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Connect to the {network} Wi-Fi",
        "Join {network} please",
        "Get me onto the wifi called {network}",
        "I'd like to use the {network} network from now on",
        "Switch the wireless connection over to {network}",
        "The current network is slow. Hop onto {network} instead",
        "Wi-Fi: {network}",
        "Can you hook the phone up to {network}?",
        "We just got here, their wifi is {network}, please log on to it",
        "Use {network} for internet",
        "Please change my wifi network to {network}",
        "Which wifi? Take {network} and connect",
        "{network} should be in range, connect the phone to it",
        "Could you move me to the {network} wireless network",
    ),
    joinable=True,
)
def join_network(draw: Draw) -> Plan:
    """Join a known or open network that is not joined yet."""
    given(draw, "manage_wifi", action="enable")
    open_to = [r["name"] for _, r in draw.rows("networks", connected=False) if r["saved"] or not r["secured"]]
    name = str(draw.pick(open_to))
    call = Call("manage_wifi", {"action": "connect", "networkName": name})
    return Plan({"network": name}, turns(call), f"You are connected to {name}.", overrides=started(draw))


@scenario(
    "network.wifi.off",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn off Wi-Fi",
        "Kill the wifi",
        "I don't need wireless internet right now, switch Wi-Fi off",
        "Wifi off please",
        "Can you disable the Wi-Fi radio?",
        "Stop using Wi-Fi altogether",
        "Shut the wifi down, I'll go with mobile data",
        "Please deactivate wireless LAN",
        "The phone keeps grabbing bad networks, so turn the Wi-Fi off",
        "No more wifi for today, switch it off",
        "Set Wi-Fi to off",
        "Would you mind turning my Wi-Fi off",
        "I'm leaving the house, wifi can go off",
    ),
    joinable=True,
)
def wifi_off(draw: Draw) -> Plan:
    """Wi-Fi is on at first."""
    given(draw, "manage_wifi", action="enable")
    call = Call("manage_wifi", {"action": "disable"})
    return Plan({}, turns(call), "Wi-Fi is off now.", overrides=started(draw))


@scenario(
    "network.bluetooth.connect",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Connect my {device}",
        "Pair up with the {device} again",
        "I'm wearing the {device}, link it over Bluetooth",
        "Use Bluetooth to connect to {device}",
        "Can you get the {device} connected?",
        "Route things to my {device} via Bluetooth",
        "The {device} is switched on now, please hook it up",
        "Bluetooth: connect {device}",
        "Reconnect the {device}",
        "My {device} dropped off. Get it back on the phone",
        "Please attach the {device} to this phone",
        "Let me use the {device} with my phone",
        "I want the {device} hooked up wirelessly",
        "{device}, connect it please",
    ),
    joinable=True,
)
def connect_device(draw: Draw) -> Plan:
    """Bluetooth is on, the device paired and idle."""
    given(draw, "manage_bluetooth", action="enable")
    name = str(draw.row("paired", connected=False)[1]["name"])
    call = Call("manage_bluetooth", {"action": "connect", "deviceName": name})
    return Plan({"device": name}, turns(call), f"{name} is connected.", overrides=started(draw))


@scenario(
    "network.bluetooth.off",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn Bluetooth off",
        "Bluetooth off",
        "I'm done with wireless accessories, disable Bluetooth",
        "Please shut off Bluetooth",
        "Can you switch off the Bluetooth radio",
        "Stop Bluetooth so nobody can see my phone",
        "Deactivate Bluetooth for me",
        "I don't want anything connecting over Bluetooth, turn it off",
        "Get rid of Bluetooth for now",
        "Bluetooth doesn't need to be on any more",
        "Set Bluetooth to off, it eats battery",
        "Would you kill Bluetooth",
    ),
    joinable=True,
)
def bluetooth_off(draw: Draw) -> Plan:
    """Bluetooth is on at first."""
    given(draw, "manage_bluetooth", action="enable")
    call = Call("manage_bluetooth", {"action": "disable"})
    return Plan({}, turns(call), "Bluetooth is off now.", overrides=started(draw))


@scenario(
    "network.bluetooth.unpair",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Forget the {device}",
        "Unpair {device}",
        "I sold my {device}, remove it from the Bluetooth list",
        "Delete {device} from my paired devices",
        "Take the {device} out of the Bluetooth devices for good",
        "My phone should no longer know the {device}",
        "Please drop the pairing with {device}",
        "Can you erase {device} from Bluetooth?",
        "The {device} is broken, so unpair it",
        "Remove the Bluetooth pairing for {device}",
        "I gave away the {device}. Make the phone forget it",
        "Get rid of {device} in my Bluetooth pairings",
    ),
    joinable=True,
)
def unpair_device(draw: Draw) -> Plan:
    """Any paired device."""
    given(draw, "manage_bluetooth", action="enable")
    name = str(draw.row("paired")[1]["name"])
    call = Call("manage_bluetooth", {"action": "unpair", "deviceName": name})
    return Plan({"device": name}, turns(call), f"{name} is unpaired.", overrides=started(draw))


@scenario(
    "network.hotspot.on",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn on my hotspot",
        "Share my phone's internet with the laptop through the hotspot",
        "Start the personal hotspot",
        "My friend has no data, open up my hotspot for her",
        "Enable tethering, please",
        "Hotspot on",
        "I need the tablet online through my phone, so switch on the hotspot",
        "Can you activate the mobile hotspot?",
        "Let other devices use my connection",
        "Make my phone a Wi-Fi access point",
        "Please get the hotspot running",
        "The kids want to watch something in the car, put the hotspot on",
        "Broadcast my mobile internet as a hotspot",
    ),
    joinable=True,
)
def hotspot_on(draw: Draw) -> Plan:
    """Mobile data is on, the hotspot off."""
    assume(draw, mobile_data=True, hotspot=False)
    call = Call("manage_hotspot", {"action": "enable"})
    return Plan({}, turns(call), "Your hotspot is on.", overrides=started(draw))


@scenario(
    "network.hotspot.rename",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Rename my hotspot to {name}",
        "Call my hotspot {name}",
        "The hotspot should show up as {name}",
        "Change the hotspot name to {name}",
        "I want people to see {name} when they look for my hotspot",
        "Set {name} as the name of the personal hotspot",
        "Give my hotspot a new name: {name}",
        "Hotspot name {name}, please",
        "Can you make {name} the SSID of my hotspot?",
        "My hotspot has a boring name, make it {name}",
        "Please use {name} for the hotspot's network name",
        "From now on the hotspot is called {name}",
        "Update the hotspot's name, it should be {name}",
    ),
    joinable=True,
)
def rename_hotspot(draw: Draw) -> Plan:
    """A new hotspot name."""
    name = draw.pick(HOTSPOT_NAMES)
    call = Call("configure_hotspot", {"settingItem": "hotspot_name", "settingValue": name})
    return Plan({"name": name}, turns(call), f"Your hotspot is now called {name}.")


@scenario(
    "network.hotspot.limit",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Let at most {count} devices on my hotspot",
        "Limit the hotspot to {count} devices",
        "No more than {count} people should be able to use my hotspot",
        "Set the hotspot device limit to {count}",
        "Cap hotspot connections at {count}",
        "Allow {count} devices on the hotspot, not more and not fewer",
        "The maximum number of hotspot devices should be {count}",
        "Hotspot: max {count} connected devices",
        "Can you change how many devices may join my hotspot to {count}?",
        "Please restrict my hotspot so only {count} gadgets fit on it",
        "Too many folks use my hotspot, make {count} the limit",
        "I'd like {count} as the upper limit for hotspot clients",
    ),
    joinable=True,
)
def limit_hotspot(draw: Draw) -> Plan:
    """A new device limit."""
    count = str(draw.rng.randrange(1, 11))
    if draw.phone.setting("hotspot_max_devices") == count:
        raise draw.skip("limit is as asked")
    call = Call("configure_hotspot", {"settingItem": "max_devices", "settingValue": count})
    return Plan({"count": count}, turns(call), f"Your hotspot now allows {count} devices.")


@scenario(
    "network.airplane.on",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn on airplane mode",
        "We're about to take off, flight mode please",
        "Switch the phone to airplane mode",
        "Put my phone in flight mode",
        "Boarding is done, enable airplane mode",
        "Airplane mode on",
        "Go offline completely with airplane mode",
        "The crew says all radios off, so use flight mode",
        "Can you activate airplane mode for me?",
        "I'm on a plane, set the phone accordingly",
        "Cut every wireless connection by turning on aeroplane mode",
        "Get the phone ready for the flight: airplane mode",
        "Please start flight mode now",
    ),
    joinable=True,
)
def airplane_on(draw: Draw) -> Plan:
    """The phone is not in airplane mode in any world."""
    call = Call("manage_airplane_mode", {"action": "enable"})
    return Plan({}, turns(call), "Airplane mode is on; Wi-Fi, Bluetooth and mobile data are off.")


@scenario(
    "network.data.off",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Turn off mobile data",
        "Stop using my data plan",
        "Roaming is expensive here, switch off cellular data",
        "Mobile data off, please",
        "Disable mobile data",
        "My data allowance is nearly gone so cut off mobile data",
        "No cellular internet from now on, turn it off",
        "Can you deactivate mobile data?",
        "Shut off the phone's 5G data",
        "Please don't let the phone use mobile data any more",
        "I've hit my plan's limit, kill cellular data",
        "Set mobile data to off",
        "Could you switch mobile internet off",
    ),
    joinable=True,
)
def data_off(draw: Draw) -> Plan:
    """Mobile data is on, no hotspot depends on it."""
    assume(draw, mobile_data=True, hotspot=False)
    call = Call("manage_mobile_data", {"action": "disable"})
    return Plan({}, turns(call), "Mobile data is off now.", overrides=started(draw))


@scenario(
    "network.nfc.payment",
    Behaviour.GROUNDING,
    Domain.NETWORK,
    (
        "Set NFC to {mode} mode",
        "Put NFC into {mode} mode",
        "NFC should be in {mode} mode",
        "Change the NFC mode to {mode}",
        "I want to use NFC as {mode}",
        "Switch over to the {mode} mode of NFC",
        "Can NFC work in {mode} mode from now on?",
        "Use the {mode} setting for NFC",
        "{mode} mode for NFC, please",
        "At the counter now. NFC mode: {mode}",
        "Please select {mode} as what NFC does",
        "My NFC is in the wrong mode, it has to be {mode}",
    ),
    joinable=True,
)
def nfc_mode(draw: Draw) -> Plan:
    """NFC is on in another mode."""
    mode = draw.pick(("payment", "reader", "card"))
    if draw.phone.setting("nfc_mode") == mode:
        raise draw.skip("mode is as asked")
    assume(draw, nfc=True)
    call = Call("manage_nfc", {"action": "set_mode", "mode": mode})
    return Plan({"mode": mode}, turns(call), f"NFC is in {mode} mode.", overrides=started(draw))
