import ApplicationTestSupport
@testable import Application
import AudioBase
import Player
import PlayerTestSupport
import SystemBase
import Testing

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
    application.devices = devices
    application.services.changeSetting = { requests.settings.append("\($0)=\($1)") }
  }

  @Test func theSelectedDeviceIsUsedAndTheListStaysOpen() {
    application.perform(.program(.devices))
    #expect(application.coveringLayer is DeviceListLayer && requests.searches == 1)
    #expect(devices.picker?.selected == nil, "nothing is found yet")
    application.perform(.list(.activate))
    requests.answer(list)
    #expect(devices.picker?.selected?.entry.name == "pulse:speakers", "the device in use")
    application.perform(.move(.down))
    application.perform(.list(.activate))
    application.perform(.move(.end))
    application.perform(.list(.activate))
    #expect(requests.settings == ["output=pulse:phones", "input=pulse:usb"])
    #expect(application.coveringLayer is DeviceListLayer)
    application.perform(.program(.cancel))
    #expect(application.coveringLayer == nil && devices.picker == nil)
  }

  @Test func theSelectedDeviceIsKeptWhenOthersComeAndGo() {
    application.perform(.program(.devices))
    requests.answer(list)
    application.perform(.move(.down))
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
    application.perform(.program(.devices))
    // No output is found, and the server is away.
    requests.answer(DeviceList(inputs: list.inputs))
    #expect(devices.picker?.rows?.map(\.entry.name) == ["null", "pulse", "pulse:usb"])
    #expect(devices.picker?.selected?.entry.name == "null")
    application.perform(.list(.activate))
    #expect(requests.settings == ["output=null"])
    application.perform(.move(.down))
    application.perform(.list(.activate))
    #expect(requests.settings == ["output=null", "output=pulse"])
  }

  @Test func aRemovedOutputIsNotReplacedByAnInput() {
    application.perform(.program(.devices))
    requests.answer(list)
    application.perform(.move(.down))
    // The inputs move to the row of the removed output; the one in use is an input too.
    requests.chosen = "pulse:usb"
    requests.answer(DeviceList(outputs: [list.outputs[0]], inputs: list.inputs))
    #expect(devices.picker?.selected?.kind == .output)
    application.perform(.list(.activate))
    #expect(requests.settings.allSatisfy { $0.hasPrefix("output=") } && !requests.settings.isEmpty)
  }

  @Test func closedDeviceListIgnoresDeviceChanges() {
    devices.devicesChanged()
    requests.answer(list)
    #expect(requests.searches == 0 && devices.picker == nil)
    application.perform(.program(.devices))
    application.perform(.program(.lyrics))
    #expect(devices.picker == nil, "another overlay closes it")
  }
}
