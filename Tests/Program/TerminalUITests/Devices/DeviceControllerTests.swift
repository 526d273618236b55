import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import Testing

@testable import Application
@testable import TerminalUI

/// The list of devices, by its commands.
@MainActor @Suite struct DeviceControllerTests {
  @MainActor final class Requests: DeviceServing {
    var searches = 0
    var settings: [String] = []
    var chosen = "pulse:speakers"

    var outputName: String { chosen }

    /// Called with the devices that were found.
    private(set) var answer: (DeviceList) -> Void = { _ in }

    func findDevices(then receive: @escaping @MainActor (DeviceList) -> Void) {
      searches += 1
      answer = receive
    }

    func use(of row: DevicePicker.Row) -> DevicePicker.Use? { row.entry.name == chosen ? .chosen : nil }
  }

  private let application = Application(model: PlayerBench("a").model)
  private let session: ScreenSession
  private let requests = Requests()
  private let devices: DeviceController
  private let list = DeviceList(
    outputs: [
      DeviceEntry("pulse", "the default output"), DeviceEntry("pulse:speakers", "Speakers", isDefault: true),
      DeviceEntry("pulse:phones", "Headphones"),
    ], inputs: [DeviceEntry("pulse:usb", "Microphone")])

  init() {
    let requests = requests
    devices = DeviceController(service: requests)
    session = ScreenSession(application)
    application.devices = devices
    application.services.changeSetting = { requests.settings.append("\($0)=\($1)") }
  }

  @Test func theSelectedDeviceIsUsedAndTheListStaysOpen() {
    session.perform(.program(.devices))
    #expect(session.coveringLayer is DeviceListLayer && requests.searches == 1)
    #expect(devices.picker?.selected == nil, "nothing is found yet")
    session.perform(.list(.activate))
    requests.answer(list)
    #expect(devices.picker?.selected?.entry.name == "pulse:speakers", "the device in use")
    session.perform(.move(.down))
    session.perform(.list(.activate))
    session.perform(.move(.end))
    session.perform(.list(.activate))
    #expect(requests.settings == ["output=pulse:phones", "input=pulse:usb"])
    #expect(session.coveringLayer is DeviceListLayer)
    session.perform(.program(.cancel))
    #expect(session.coveringLayer == nil && devices.picker == nil)
  }

  @Test func theSelectedDeviceIsKeptWhenOthersComeAndGo() {
    session.perform(.program(.devices))
    requests.answer(list)
    session.perform(.move(.down))
    var next = list
    next.outputs.insert(DeviceEntry("pulse:hdmi", "Screen"), at: 1)
    devices.devicesChanged()
    #expect(requests.searches == 2)
    requests.answer(next)
    #expect(devices.picker?.selected?.entry.name == "pulse:phones")
    next.outputs.removeLast()
    requests.answer(next)
    #expect(devices.picker?.selected?.entry.name == "pulse:speakers", "the device in use")
  }

  @Test func theListBeginsAtTheOutputInUseEvenIfOnlyTheInputIsFound() {
    requests.chosen = "null"
    session.perform(.program(.devices))
    // No output is found, and the server is away.
    requests.answer(DeviceList(inputs: list.inputs))
    #expect(devices.picker?.rows?.map(\.entry.name) == ["null", "pulse", "pulse:usb"])
    #expect(devices.picker?.selected?.entry.name == "null")
    session.perform(.list(.activate))
    #expect(requests.settings == ["output=null"])
    session.perform(.move(.down))
    session.perform(.list(.activate))
    #expect(requests.settings == ["output=null", "output=pulse"])
  }

  @Test func aRemovedOutputIsNotReplacedByAnInput() {
    session.perform(.program(.devices))
    requests.answer(list)
    session.perform(.move(.down))
    // The inputs move to the row of the removed output; the one in use is an input too.
    requests.chosen = "pulse:usb"
    requests.answer(DeviceList(outputs: [list.outputs[0]], inputs: list.inputs))
    #expect(devices.picker?.selected?.kind == .output)
    session.perform(.list(.activate))
    #expect(requests.settings.allSatisfy { $0.hasPrefix("output=") } && !requests.settings.isEmpty)
  }

  @Test func closedDeviceListIgnoresDeviceChanges() {
    devices.devicesChanged()
    requests.answer(list)
    #expect(requests.searches == 0 && devices.picker == nil)
    session.perform(.program(.devices))
    session.perform(.program(.lyrics))
    #expect(devices.picker == nil, "another overlay closes it")
  }
}
