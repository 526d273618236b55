import AudioBase
import Player
import Testing

@testable import Application
@testable import TerminalUI

/// The list of devices and pads that cannot be heard, as text.
@Suite struct DeviceListOverlayTests {
  private static let sizes = [(120, 36), (80, 24), (40, 12), (20, 5)]

  @Test func deviceListIsDrawnAtEverySize() throws {
    var picker = DevicePicker()
    let list = DeviceList(
      outputs: [
        DeviceEntry("pulse", "the default output of the sound server"),
        DeviceEntry("pulse:alsa_output.pci.analog-stereo", "Built-in Audio", isDefault: true),
        DeviceEntry("pulse:bluez.headset", "Headset"),
        DeviceEntry("pulse:usb.phones", "Phones"),
      ],
      inputs: [
        DeviceEntry("pulse:alsa_input.usb", "Microphone", isDefault: true),
        DeviceEntry("pulse:bluez.headset.monitor", "Monitor of Headset", isMonitor: true),
      ])
    func use(of row: DevicePicker.Row) -> DevicePicker.Use? {
      let uses: [String: DevicePicker.Use] = [
        "pulse:bluez.headset": .chosen, "pulse:usb.phones": .metronome, "pulse:alsa_input.usb": .chosen,
      ]
      return uses[row.entry.name]
    }
    picker.receive(list, output: "pulse:bluez.headset", use: use)
    var content = Sample.playing
    content.overlay = ListBox(
      title: "Devices", rows: ListRow.rows(picker, use: use), selection: picker.selection,
      hints: ["Enter use", "Esc close", "↑ ↓ choose"], style: ListBox.Style(width: 90, hasMarks: true))
    for (width, height) in Self.sizes {
      try Snapshot.expect("devices-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }

  private func output(
    _ interruption: InterruptionReason?, _ failure: DeviceError? = nil, chosen: String = "alsa"
  ) -> OutputStatus {
    let format = OutputFormat(sampleRate: .standard, period: FrameCount(256), buffer: FrameCount(512))
    var output = OutputStatus(name: "alsa", chosen: chosen, format: format, latency: 0.006)
    (output.interruption, output.failure) = (interruption, failure)
    return output
  }

  @Test func silentPadsShowTheReason() throws {
    var content = Sample.playing
    content.padsNote = OutputText.silence(output(.busy("hw:0"))).map { "silent: \($0)" }
    for (width, height) in Self.sizes {
      try Snapshot.expect("silent-pads-\(width)x\(height)", Sample.shown(content, width, height))
    }
    #expect(OutputText.silence(output(nil)) == nil)
    let failure = DeviceError(.unavailable, "hw:0")
    #expect(OutputText.silence(output(nil, failure, chosen: "alsa:hw:0")) == "cannot open alsa:hw:0")
    #expect(OutputText.silence(output(nil, failure, chosen: "auto")) == "no sound device")
    #expect(OutputText.silence(output(nil, DeviceError(.lost, "hw:0"))) == "lost hw:0")
  }

  @Test(arguments: [
    ("jack", "waiting for JACK"), ("pulse:phones", "no sound server"), ("auto", "no sound server"),
  ])
  func missingServerIsShownAsAwaited(chosen: String, text: String) {
    let status = [
      output(.serverGone, DeviceError(.lost, "server"), chosen: chosen),
      output(nil, DeviceError(.noServer, "server"), chosen: chosen),
    ]
    for status in status { #expect(OutputText.header(status, at: .now) == [text]) }
  }
}
