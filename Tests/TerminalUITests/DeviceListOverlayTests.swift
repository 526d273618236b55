@testable import Application
import AudioBase
import Testing

@testable import TerminalUI

/// The list of devices and pads that cannot be heard, as text.
@Suite struct DeviceListOverlayTests {
  private static let sizes = [(120, 36), (80, 24), (40, 12), (20, 5)]

  @Test func theListOfDevices() throws {
    var picker = DevicePicker()
    let list = DeviceList(
      outputs: [
        DeviceEntry("pulse", "the default output of the sound server"),
        DeviceEntry("pulse:alsa_output.pci.analog-stereo", "Built-in Audio", isDefault: true),
        DeviceEntry("pulse:bluez.headset", "Headset"),
      ],
      inputs: [
        DeviceEntry("pulse:alsa_input.usb", "Microphone", isDefault: true),
        DeviceEntry("pulse:bluez.headset.monitor", "Monitor of Headset", isMonitor: true),
      ])
    func isChosen(_ row: DevicePicker.Row) -> Bool {
      ["pulse:bluez.headset", "pulse:alsa_input.usb"].contains(row.entry.name)
    }
    picker.receive(list, isChosen: isChosen)
    var content = Sample.playing
    content.overlay = .devices(DeviceListContent(picker, isChosen: isChosen))
    for (width, height) in Self.sizes {
      try Snapshot.expect("devices-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }

  @Test func padsThatCannotBeHeardSayWhy() throws {
    var content = Sample.playing
    content.padsNote = NoticeText.silence(.busy("hw:0"))
    for (width, height) in Self.sizes {
      try Snapshot.expect("silent-pads-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }
}
