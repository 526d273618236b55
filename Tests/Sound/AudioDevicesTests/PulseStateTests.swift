import AudioBase
import Testing

@testable import AudioDevices

/// What a change of a sound server means for the user.
@Suite struct PulseStateTests {
  private static let headphones = PulseState.Port(
    name: "analog-output-headphones", description: "Headphones", isHeadphones: true)
  private static let speaker = PulseState.Port(
    name: "analog-output-speaker", description: "Speaker", isHeadphones: false)

  private let card = PulseState.Device(index: 0, name: "card", description: "Built-in Audio")
  private let screen = PulseState.Device(index: 1, name: "hdmi", description: "Screen")

  private func state(_ sinks: [PulseState.Device], own: PulseState.Device?) -> PulseState {
    var state = PulseState()
    (state.sinks, state.own, state.defaultSink) = (sinks, own, sinks.first?.name)
    return state
  }

  private func card(_ port: PulseState.Port, unplugged: Set<String>) -> PulseState.Device {
    var card = card
    (card.port, card.unpluggedPorts) = (port, unplugged)
    return card
  }

  @Test func unpluggedHeadphonesAreReportedOnce() {
    let before = card(PulseStateTests.headphones, unplugged: [])
    // The server switches to the speaker, or leaves that to the user.
    for port in [PulseStateTests.speaker, PulseStateTests.headphones] {
      let after = card(port, unplugged: ["analog-output-headphones"])
      #expect(
        state([before], own: before).changes(to: state([after], own: after)) == [
          .route(.headphonesUnplugged)
        ])
      #expect(state([after], own: after).changes(to: state([after], own: after)).isEmpty, "once")
      #expect(state([after], own: after).changes(to: state([before], own: before)).isEmpty, "plugged in")
    }
  }

  @Test func unpluggedHeadphonesOfAnotherDeviceAreNotReported() {
    let before = card(PulseStateTests.headphones, unplugged: [])
    let after = card(PulseStateTests.speaker, unplugged: ["analog-output-headphones"])
    for own in [screen, nil] {
      let former = state([before, screen], own: own)
      #expect(former.changes(to: state([after, screen], own: own)).isEmpty)
    }
  }

  @Test func unpluggedHeadphonesWithAMoveOfTheSoundAreReported() {
    let before = card(PulseStateTests.headphones, unplugged: [])
    let after = card(PulseStateTests.speaker, unplugged: ["analog-output-headphones"])
    #expect(
      state([before, screen], own: before).changes(to: state([after, screen], own: screen)) == [
        .route(.headphonesUnplugged)
      ])
  }

  @Test func changeOfSinkIsReportedAsAMoveOrARemoval() {
    let both = state([card, screen], own: card)
    #expect(both.changes(to: state([card, screen], own: screen)) == [.route(.moved(to: "Screen"))])
    #expect(
      both.changes(to: state([screen], own: screen)) == [
        .route(.removed("Built-in Audio", next: "Screen"))
      ])
  }

  @Test func moveFromThePlaceholderSinkIsNoRemoval() {
    let placeholder = PulseState.Device(index: 9, name: "auto_null", description: "Dummy Output")
    #expect(
      state([placeholder], own: placeholder).changes(to: state([screen], own: screen)) == [
        .route(.moved(to: "Screen"))
      ])
  }

  @Test func newDevicesAreOfferedUnlessInUse() {
    var (before, after) = (state([card], own: card), state([card, screen], own: card))
    let microphone = PulseState.Device(index: 2, name: "usb", description: "Microphone")
    let monitor = PulseState.Device(
      index: 3, name: "hdmi.monitor", description: "Monitor of Screen", isMonitor: true)
    after.sources = [monitor, microphone]
    #expect(
      before.changes(to: after) == [
        .outputAppeared(DeviceEntry("pulse:hdmi", "Screen")),
        .inputAppeared(DeviceEntry("pulse:usb", "Microphone")),
      ])
    #expect(after.changes(to: before).isEmpty)
    (before.own, after.own) = (card, screen)
    #expect(before.changes(to: after).first == .route(.moved(to: "Screen")))
    #expect(before.changes(to: after).count == 2, "the microphone is offered beside the move")
  }

  @Test(arguments: [
    ("Headphone Jack", true), ("Front Headphone Jack", true), ("Headset Mic Jack", true),
    ("Line Out Jack", false), ("Headphone Playback Switch", false), ("Mic Jack", false),
  ])
  func headphoneJacksAreRecognisedByName(name: String, isHeadphones: Bool) {
    #expect(HeadphoneJacks.isHeadphones(name) == isHeadphones)
  }
}
