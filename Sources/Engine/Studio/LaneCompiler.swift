import AudioBase
import Effects
import MixEngine

/// A lane of a take as the mixer plays it.
package struct MixLane: Hashable, Sendable {
  package var address: MixGraph.Address
  /// Whether the value moves evenly from point to point; else it changes at the points.
  package var isLine: Bool
  /// Frames of the track, or of the output from the beginning of a free sequence, in ascending order.
  package var frames: [Int]
  /// The values in the unit of the parameter, one for each frame.
  package var values: [Double]

  package init(_ address: MixGraph.Address, isLine: Bool = false, frames: [Int], values: [Double]) {
    (self.address, self.isLine, self.frames, self.values) = (address, isLine, frames, values)
  }
}

/// Returns the gain of a level of the player at a value of its lane, or, with nil, before the first point of the lane. Nil
/// leaves the level as it is.
package typealias LevelGain = (EngineCommand.Level, Double?) -> Decibels?

/// Compiles lanes to the values of targets. Pure.
///
/// All lanes that act on one target become one course: a fader follows the gain, the pan and the mute of its strip and the
/// solos of all, a send its own level and the throws. Lines become steps that are fine enough for the smoothing of the
/// targets. Values are limited to their ranges, but a level of the player reaches silence, and those that are not finite are
/// left out. Before its first point, a value is that of the mixer. Of several lanes of one address, the point that came last
/// counts, and on one frame that of the last lane.
struct LaneCompiler {
  struct Course: Hashable, Sendable {
    let target: MixTarget
    /// The address of the lanes; nil if there are several.
    let address: MixGraph.Address?
    var frames: [Int] = []
    var bits: [UInt64] = []
  }

  /// The frames from one step of a line to the next.
  private static let lineStep = 256
  /// The steps of a line over the whole range of its parameter.
  private static let mostSteps = 1000.0
  /// The points of a value behind which lines have no steps any more, but those at their ends.
  private static let mostLinePoints = 10_000_000
  /// Frames beyond it are left out.
  private static let lastFrame = 1 << 48

  let graph: MixGraph
  let levelGain: LevelGain
  /// What was compiled before.
  var compiled = CompiledLanes()

  /// Returns the courses, and the addresses that the mixer does not have.
  func compile(_ lanes: [MixLane]) -> (courses: [Course], unknown: [MixGraph.Address]) {
    compiled.begin()
    defer { compiled.end() }
    var lists: [MixGraph.Address: [MixLane]] = [:]
    var (order, unknown) = ([MixGraph.Address](), [MixGraph.Address]())
    for lane in lanes {
      if lists[lane.address] == nil { order.append(lane.address) }
      lists[lane.address, default: []].append(lane)
    }
    var columns: [MixGraph.Address: Column] = [:]
    for address in order {
      // The bus that an effect follows has no target: it cannot change at a frame.
      guard let parameter = graph.parameter(at: address), MixTarget(address, in: graph) != nil else {
        unknown.append(address)
        continue
      }
      let column = column(of: address, lists[address] ?? [], parameter)
      if !column.frames.isEmpty { columns[address] = column }
    }
    let single = order.compactMap { address in columns[address].flatMap { course(of: address, $0) } }
    return (single + feedback(columns) + faders(columns) + sends(columns), unknown)
  }

  private func column(
    of address: MixGraph.Address, _ lanes: [MixLane], _ parameter: EffectParameter
  ) -> Column {
    let initial = graph.value(at: address) ?? 0
    return compiled.column(address, lanes, parameter, initial: initial) {
      let columns = lanes.map { LaneCompiler.column($0, parameter, initial: initial) }
      return columns.dropFirst().reduce(columns[0]) { $0.merged(with: $1) }
    }
  }

  private static func column(_ lane: MixLane, _ parameter: EffectParameter, initial: Double) -> Column {
    var column = Column(initial: initial)
    let isLevel = lane.address.part == .gain && lane.address.bus.level != nil
    let isLine = lane.isLine && !parameter.isChoice && parameter.unit != .whole
    for (frame, value) in zip(lane.frames, lane.values)
    where value.isFinite && (-lastFrame...lastFrame).contains(frame) {
      let value = isLevel && value < parameter.range.lowerBound ? value : parameter.clamped(value)
      if isLine, let start = column.frames.last, let from = column.values.last, start < frame {
        let change = abs(parameter.position(of: value) - parameter.position(of: from))
        let most = column.frames.count < mostLinePoints ? Int((change * mostSteps - 1e-6).rounded(.up)) : 1
        let count = min((frame - start) / lineStep, most)
        for step in 1..<max(count, 1) {
          column.append(
            start + (frame - start) * step / count, from + (value - from) * Double(step) / Double(count))
        }
      }
      column.append(frame, value)
    }
    return column
  }

  // MARK: Courses

  /// Returns the course of a value that has a target of its own; nil for another one.
  private func course(of address: MixGraph.Address, _ column: Column) -> Course? {
    guard let target = MixTarget(address, in: graph) else { return nil }
    switch target {
    case .fader, .send, .feedback: return nil
    case .parameter, .bypass, .hold, .sweep:
      return course(target, address, [column]) { $0[0].bitPattern }
    case .level(let level):
      guard let first = column.values.first, levelGain(level, first) != nil else { return nil }
      var gains = column.mapped { levelGain(level, $0)?.value ?? 0 }
      gains.initial = levelGain(level, nil)?.value ?? gains.values[0]
      return course(target, address, [gains]) { Double(Decibels($0[0]).factor).bitPattern }
    }
  }

  private func faders(_ columns: [MixGraph.Address: Column]) -> [Course] {
    let (solos, soloedBefore) = (solos(columns), graph.soloed)
    return MixGraph.Bus.all.compactMap { bus in
      let strip = graph[bus]
      func own(_ part: MixGraph.Address.Part) -> Column? { columns[MixGraph.Address(bus, part)] }
      var silenced = Column(initial: bus.isSilenced(by: soloedBefore) ? 1 : 0)
      for (frame, soloed) in solos { silenced.append(frame, bus.isSilenced(by: soloed) ? 1 : 0) }
      let gain = bus.hasOwnGain ? own(.gain) : nil
      let isSilencedOrNot = silenced.values.contains { $0 != silenced.initial }
      if gain == nil && own(.pan) == nil && own(.mute) == nil && !isSilencedOrNot { return nil }
      var pan = own(.pan)?.mapped { $0 / 100 } ?? Column(initial: strip.pan)
      pan.initial = strip.pan
      let list = [
        gain ?? Column(initial: bus.hasOwnGain ? strip.gain.value : 0), pan,
        own(.mute) ?? Column(initial: strip.isMuted ? 1 : 0), silenced,
      ]
      return course(.fader(bus), nil, list) { values in
        let isAudible = values[2] < 0.5 && values[3] < 0.5
        return FaderUnit.bits(isAudible ? Decibels(values[0]) : .silence, pan: values[1])
      }
    }
  }

  /// Returns the buses that are soloed from frames on.
  private func solos(_ columns: [MixGraph.Address: Column]) -> [(frame: Int, soloed: Set<MixGraph.Bus>)] {
    let changes = columns.filter { $0.key.part == .solo }.flatMap { address, column in
      zip(column.frames, column.values).map { (frame: $0, bus: address.bus, isOn: $1 >= 0.5) }
    }
    var soloed = graph.soloed
    var list: [(frame: Int, soloed: Set<MixGraph.Bus>)] = []
    for change in changes.sorted(by: { $0.frame < $1.frame }) {
      if change.isOn { soloed.insert(change.bus) } else { soloed.remove(change.bus) }
      if list.last?.frame == change.frame { list.removeLast() }
      list.append((change.frame, soloed))
    }
    return list
  }

  private func sends(_ columns: [MixGraph.Address: Column]) -> [Course] {
    let throwLanes = columns.keys.sorted { $0.text < $1.text }.compactMap { address in
      MixTarget(address, in: graph) == nil
        ? nil : Throw(address).map { ($0, columns[address] ?? Column(initial: 0)) }
    }
    let echo =
      throwLanes.contains { $0.0.target == nil }
      ? self.echo(columns) { Double($0.throwReturn) } : Column(initial: Double(graph.throwReturn))
    let echoes = Set(([echo.initial] + echo.values).map { Int($0) })
    var targets: [(bus: MixGraph.Bus, target: Int, own: Column, isMoved: Bool)] = []
    for (bus, strip) in graph.strips where bus.canSend {
      for send in strip.sends {
        let own = columns[MixGraph.Address(bus, .send(send.target))]
        targets.append((bus, send.target, own ?? Column(initial: send.gain.value), own != nil))
      }
    }
    for (thrown, _) in throwLanes {
      for number in thrown.target.map({ [$0] }) ?? echoes.sorted()
      where !targets.contains(where: { $0.bus == thrown.bus && $0.target == number }) {
        targets.append((thrown.bus, number, Column(initial: -.infinity), false))
      }
    }
    targets.sort { ($0.target, $0.bus.name) < ($1.target, $1.bus.name) }
    return targets.compactMap { bus, target, own, isMoved in
      // All pads that are thrown take the way of their bus, not that of single ones.
      let acting = throwLanes.filter { thrown, _ in
        (thrown.bus == bus || (thrown.bus == .pads && bus.isPad))
          && thrown.target.map { $0 == target } ?? echoes.contains(target)
      }
      if !isMoved && acting.isEmpty { return nil }
      let columns = [own, echo] + acting.map(\.1)
      return course(.send(bus, to: target), nil, columns, acting.map(\.0)) { values in
        let active = zip(acting, values[2...]).filter { item, value in
          value >= 0.5 && (item.0.target != nil || Int(values[1]) == target)
        }
        if active.contains(where: { $0.0.0.bus != bus }) { return SendLevel.bits(.silence) }
        return SendLevel.bits(active.isEmpty ? Decibels(values[0]) : .unity)
      }
    }
  }

  /// Returns the courses of the feedback, which is held in another echo while one is bypassed.
  private func feedback(_ columns: [MixGraph.Address: Column]) -> [Course] {
    let address = MixGraph.Address(.feedback)
    guard let held = columns[address] else { return [] }
    let none = -1.0
    let echo = self.echo(columns) { $0.echo.map { Double($0.id) } ?? none }
    return Set([echo.initial] + echo.values).sorted().map { id in
      let target = MixTarget.feedback(ofInsert: id == none ? nil : Int(id))
      return course(target, address, [held, echo]) { values in
        (values[0] >= 0.5 && values[1] == id ? 1.0 : 0).bitPattern
      }
    }
  }

  /// Returns what depends on the echo to which throws are sent, which the bypasses of echoes change.
  private func echo(
    _ columns: [MixGraph.Address: Column], _ value: (MixGraph) -> Double
  ) -> Column {
    typealias Change = (frame: Int, address: MixGraph.Address, value: Double)
    let changes = columns.flatMap { address, column -> [Change] in
      guard case .returns = address.bus, let found = graph.insert(at: address), found.parameter == nil else {
        return []
      }
      return zip(column.frames, column.values).map { Change($0, address, $1) }
    }
    var moved = graph
    var echo = Column(initial: value(graph))
    for change in changes.sorted(by: { $0.frame < $1.frame }) {
      moved.set(change.value, at: change.address)
      echo.append(change.frame, value(moved))
    }
    return echo
  }

  /// Returns the course of a target that follows several values, which is compiled if they or the throws that act have changed.
  /// `bits` returns its bits at some values.
  private func course(
    _ target: MixTarget, _ address: MixGraph.Address?, _ columns: [Column], _ thrown: [Throw] = [],
    _ bits: ([Double]) -> UInt64
  ) -> Course {
    compiled.course(of: target, address, columns, thrown) {
      LaneCompiler.course(target, address, columns, bits)
    }
  }

  private static func course(
    _ target: MixTarget, _ address: MixGraph.Address?, _ columns: [Column], _ bits: ([Double]) -> UInt64
  ) -> Course {
    var course = Course(target: target, address: address)
    var values = columns.map(\.initial)
    var places = columns.map { _ in 0 }
    func next() -> Int? {
      var next: Int?
      for (column, place) in zip(columns, places) where place < column.frames.count {
        next = min(next ?? column.frames[place], column.frames[place])
      }
      return next
    }
    if let first = next(), first > 0 {
      course.frames.append(0)
      course.bits.append(bits(values))
    }
    while let frame = next() {
      for index in columns.indices {
        guard places[index] < columns[index].frames.count, columns[index].frames[places[index]] == frame
        else {
          continue
        }
        values[index] = columns[index].values[places[index]]
        places[index] += 1
      }
      let new = bits(values)
      if course.bits.last == new { continue }
      course.frames.append(frame)
      course.bits.append(new)
    }
    return course
  }
}
