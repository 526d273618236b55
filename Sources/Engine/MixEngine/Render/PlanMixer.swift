import AudioBase

/// Runs the buses of a render plan and mixes them. Audio thread.
///
/// The music bus and the master chain work in the memory of the device's block, all other buses in memory of the
/// plan.
struct PlanMixer: BitwiseCopyable {
  private var plan: UnsafePointer<RenderPlanTable>
  private var id: RetirementID
  /// Whether no bus had a sound in the last part of a block.
  private(set) var busesAreSilent = true

  /// Creates a mixer that renders a plan.
  ///
  /// - Parameter id: the name of the plan, which is returned when another plan replaces it.
  init(_ plan: RenderPlanPointer, _ id: RetirementID) {
    self.plan = plan.table
    self.id = id
  }

  /// Frames between what is mixed and what comes out.
  var latency: Int { plan.pointee.latency }

  /// Whether the device renders silence too, instead of resting.
  var neverRests: Bool { plan.pointee.neverRests }

  /// Replaces the plan. Returns by how many frames the latency has grown.
  mutating func use(_ new: RenderPlanPointer, _ id: RetirementID, events: EventWriter) -> Int {
    let growth = new.table.pointee.latency - latency
    plan = new.table
    events.retire(self.id)
    self.id = id
    return growth
  }

  /// Runs the music bus on a part of the block that holds nothing but music. If `isSilent` is true, it holds zeros.
  mutating func runMusic(_ out: UnsafeMutablePointer<Frame>, count: Int, isSilent: Bool) {
    busesAreSilent = plan.pointee.music.run(out, count: count, isSilent: isSilent)
    if busesAreSilent { out.update(repeating: .zero, count: count) }
  }

  /// Renders the pads from hit to hit and adds them to the block.
  ///
  /// - Parameter start: where the part begins in the device's block.
  mutating func addPads(
    _ player: inout PadPlayer, to out: UnsafeMutablePointer<Frame>, from start: Int, count: Int,
    outputFrame: Int
  ) {
    guard let sum = plan.pointee.pads.buffer else { return }
    let isSilent = player.isSilent(from: start, count: count)
    if !isSilent {
      sum.update(repeating: .zero, count: count)
      for index in 0..<plan.pointee.padBusCount {
        plan.pointee.padBuses[index].buffer?.update(repeating: .zero, count: count)
      }
      player.render(into: sum, plan, from: start, count: count, outputFrame: outputFrame)
    }
    let isSumSilent = sumPadBuses(into: sum, count: count, isSilent: isSilent)
    add(plan.pointee.pads, sum, to: out, count: count, isSilent: isSumSilent)
  }

  /// Runs the buses of single pads and adds them to the sum. Returns whether the sum is silent.
  private func sumPadBuses(into sum: UnsafeMutablePointer<Frame>, count: Int, isSilent: Bool) -> Bool {
    var isSumSilent = isSilent
    for index in 0..<plan.pointee.padBusCount {
      let bus = plan.pointee.padBuses[index]
      guard let block = bus.buffer, !bus.run(block, count: count, isSilent: isSilent) else { continue }
      if isSumSilent { sum.update(repeating: .zero, count: count) }
      isSumSilent = false
      FrameBlock.add(block, to: sum, count: count)
    }
    return isSumSilent
  }

  /// Passes the notes of a part to the instrument, and adds its sound to the block.
  ///
  /// - Parameter start: where the part begins in the device's block.
  mutating func addInstrument(
    _ player: inout NotePlayer, to out: UnsafeMutablePointer<Frame>, from start: Int, count: Int,
    outputFrame: Int
  ) {
    player.deliver(to: plan.pointee.inbox, from: start, count: count, outputFrame: outputFrame)
    let bus = plan.pointee.instrument
    if !bus.isEmpty, let block = bus.buffer { add(bus, block, to: out, count: count, isSilent: true) }
  }

  /// Renders the metronome and adds it to the block.
  mutating func addClicks(_ clicks: borrowing ClickBus, to out: UnsafeMutablePointer<Frame>, count: Int) {
    let bus = plan.pointee.click
    guard let block = bus.buffer, !bus.isEmpty else { return clicks.mix(into: out, count: count) }
    let isSilent = clicks.isSilent
    if !isSilent {
      block.update(repeating: .zero, count: count)
      clicks.mix(into: block, count: count)
    }
    add(bus, block, to: out, count: count, isSilent: isSilent)
  }

  /// Runs the bus of the input, whose first unit adds what is captured, and adds it to the block.
  mutating func addInput(to out: UnsafeMutablePointer<Frame>, count: Int) {
    let bus = plan.pointee.input
    if !bus.isEmpty, let block = bus.buffer { add(bus, block, to: out, count: count, isSilent: true) }
  }

  /// Runs the return buses on their input, adds them to the block, then runs the master chain.
  mutating func finish(_ out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<plan.pointee.returnCount {
      let bus = plan.pointee.returns[index]
      let isSilent = bus.input.pointee.removeAll()
      add(bus.table, bus.input.pointee.frames, to: out, count: count, isSilent: isSilent)
    }
    _ = plan.pointee.master.run(out, count: count, isSilent: false)
  }

  /// Runs a bus on its memory, and adds its sound to the block.
  private mutating func add(
    _ bus: BusTable, _ frames: UnsafeMutablePointer<Frame>, to out: UnsafeMutablePointer<Frame>, count: Int,
    isSilent: Bool
  ) {
    if bus.run(frames, count: count, isSilent: isSilent) { return }
    busesAreSilent = false
    FrameBlock.add(frames, to: out, count: count)
  }
}
