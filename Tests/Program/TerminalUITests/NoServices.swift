import AudioBase
import KitEditing
import MixEngine
import SystemBase

@testable import Application
@testable import TakeExchange
@testable import Librarian
@testable import Percussion

/// Services that note nothing, and find three devices.
@MainActor final class NoServices: KitServing, DeviceServing, TagServing, ExportServing {
  static let shared = NoServices()
  let outputName = "pulse:headset"
  func list() {}
  func complete(_ pads: PadSet) {}
  func load(_ path: FilePath) {}
  func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {}
  func save(_ kit: Kit, as name: String?) {}
  func setRoom(_ level: Decibels?, ofKitAt path: FilePath) {}
  func isOwn(_ kit: Kit) -> Bool { true }
  func loneSample(_ sample: Int, ofLayer layer: Int, of pad: Pad) -> LoneSample { .notApplied }
  func findDevices(then receive: @escaping @MainActor (DeviceList) -> Void) {
    receive(
      DeviceList(
        outputs: [DeviceEntry("pulse:headset", "Headset"), DeviceEntry("pulse:phones", "Phones")],
        inputs: [DeviceEntry("pulse:mic", "Microphone", isDefault: true)]))
  }
  func use(of row: DevicePicker.Row) -> DevicePicker.Use? { row.entry.name == outputName ? .chosen : nil }
  func readHistory(then receive: @escaping @MainActor (Result<TagHistory, FileError>) -> Void) {}
  func read(_ source: TagSource, then receive: @escaping @MainActor (TagReading) -> Void) {}
  func preview(
    _ source: TagSource, _ operation: TagPreview.Operation,
    then receive: @escaping @MainActor (TagPreview) -> Void
  ) {}
  func write(
    _ changes: TagBatch, progress: @escaping @MainActor (TagProgress) -> Void,
    then receive: @escaping @MainActor (TagBatchResult) -> Void
  ) {}
  func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void) {}
  func cancel() {}
}
