import AudioBase
import MixEngine
import SystemBase

@testable import Application
@testable import Percussion

/// Services that note nothing and answer nothing.
@MainActor final class NoServices: KitServing, DeviceServing, TagServing, ExportServing {
  static let shared = NoServices()
  let outputName = "pulse:headset"
  func list() {}
  func complete(_ pads: PadSet) {}
  func load(_ path: FilePath) {}
  func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {}
  func save(_ kit: Kit, as name: String?) {}
  func isOwn(_ kit: Kit) -> Bool { true }
  func findDevices() {}
  func use(of row: DevicePicker.Row) -> DevicePicker.Use? { row.entry.name == outputName ? .chosen : nil }
  func read(_ source: TagSource) {}
  func preview(_ source: TagSource, _ operation: TagPreview.Operation) {}
  func write(_ changes: TagBatch) {}
  func run(_ request: ExportRequest) {}
  func cancel() {}
}
