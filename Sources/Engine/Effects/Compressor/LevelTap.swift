import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// The peak level of a bus, which a unit of that bus writes and units of other buses read.
package final class LevelCell: @unchecked Sendable {
  private let memory = PinnedValue(Atomic<Float>(0))

  package init() {}

  /// Linear, full scale 1.
  var level: UnsafeMutablePointer<Atomic<Float>> { memory.pointer }
}

/// Writes the peak of each block that passes to a `LevelCell`, and 0 when the unit goes.
///
/// A bus that is rendered before this one reads the level of the previous block.
package final class LevelTap: PlanUnit {
  private let cell: LevelCell

  package init(_ cell: LevelCell) { self.cell = cell }

  deinit { cell.level.pointee.store(0, ordering: .relaxed) }

  package var unit: RenderUnit { RenderUnit(context: cell.level, process: unitProcessLevelTap) }
}

@_noLocks @_noAllocation
private func unitProcessLevelTap(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let level = context.assumingMemoryBound(to: Atomic<Float>.self)
  let block = frames.assumingMemoryBound(to: Frame.self)
  var peak: Float = 0
  if !isSilent {
    // The comparison is false for NaN.
    for index in 0..<count { peak = max(peak, max(block[index].x.magnitude, block[index].y.magnitude)) }
  }
  level.pointee.store(peak, ordering: .relaxed)
  return isSilent
}
