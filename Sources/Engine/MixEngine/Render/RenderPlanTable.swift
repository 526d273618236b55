import AudioBase

/// A render plan as the audio thread reads it.
struct RenderPlanTable: BitwiseCopyable {
  static var padCount: Int { 128 }

  let music: BusTable
  /// The sum of the pads.
  let pads: BusTable
  let instrument: BusTable
  /// The notes for the source of the instrument's bus; nil if it has none.
  let inbox: UnsafeMutablePointer<NoteInbox>?
  let click: BusTable
  /// The monitored input.
  let input: BusTable
  let master: BusTable
  /// The buses of single pads. A pad without one is mixed into the sum directly.
  let padBuses: UnsafePointer<BusTable>
  let padBusCount: Int
  /// The index of the bus of each pad, from 0; −1 if it has none.
  let padBusIndices: UnsafePointer<Int>
  let returns: UnsafePointer<ReturnTable>
  let returnCount: Int
  /// Frames between what is mixed and what comes out.
  let latency: Int
  /// Whether the device renders silence too, instead of resting.
  let neverRests: Bool

  /// Returns the memory that a pad's voices are mixed into, from 0; nil if it is that of the sum.
  func buffer(ofPad pad: Int) -> UnsafeMutablePointer<Frame>? {
    if padBusCount == 0 || pad < 0 || pad >= RenderPlanTable.padCount { return nil }
    let index = padBusIndices[pad]
    return index < 0 ? nil : padBuses[index].buffer
  }
}

/// The memory of a plan, as a command carries it.
public struct RenderPlanPointer: @unchecked Sendable, BitwiseCopyable {
  let table: UnsafePointer<RenderPlanTable>
}

/// Allocates tables and frees them with itself.
final class TableMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  func list<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let start = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(elements.count, 1))
    for (index, element) in elements.enumerated() { (start + index).initialize(to: element) }
    blocks.append(UnsafeMutableRawPointer(start))
    return start
  }

  /// Allocates a silent buffer for the longest part of a block.
  func buffer() -> UnsafeMutablePointer<Frame> {
    list([Frame](repeating: .zero, count: FrameBlock.capacity))
  }

  func bus(_ units: [any PlanUnit], sends: [SendTable] = [], hasBuffer: Bool = true) -> BusTable {
    BusTable(
      units: list(units.map(\.unit)), unitCount: units.count,
      sends: list(sends.sorted { $0.unitsBefore < $1.unitsBefore }), sendCount: sends.count,
      buffer: hasBuffer ? buffer() : nil)
  }
}
