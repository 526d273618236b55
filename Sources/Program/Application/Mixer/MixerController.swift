import AudioBase
import Effects
import Instruments
import MusicQuery
import Observation
import Player
import Studio
import SystemBase

/// The strip and the row that the user has chosen in the mixer, and the changes that act on them. Main thread.
@MainActor @Observable
package final class MixerController {
  package enum Row: Hashable, Sendable {
    case fader, pan
    /// An effect or the instrument by its number in the graph.
    case insert(Int)
    /// A send by the number of its return.
    case send(Int)
    /// A part of the song that plays, by its name; in the strip of the music.
    case songPart(String)

    /// The part of the address of its value; nil for an effect, and for a part of the song.
    package var part: MixGraph.Address.Part? {
      switch self {
      case .fader: .gain
      case .pan: .pan
      case .send(let target): .send(target)
      case .insert, .songPart: nil
      }
    }
  }

  /// An effect, an instrument or a send that can be added to a strip.
  package enum Addition: Hashable, Sendable {
    case unit(UnitDescription)
    /// The plug-ins of a category.
    case category(String)
    case send(to: Int)
  }

  /// What is known of the plug-ins of this machine.
  private enum PluginListing {
    case unlisted
    /// They are being listed; with the changes that wait for their titles, as `mix` reads them.
    case requested(waiting: [String])
    case listed
  }

  /// The level of a new send, which is heard beside the sound itself.
  private static let firstSend = Decibels(-12)

  @ObservationIgnored package let owner: MixOwner
  @ObservationIgnored package let instrument: InstrumentController
  @ObservationIgnored private let model: PlayerModel
  @ObservationIgnored var input: InputController?
  /// Lists the plug-ins of this machine, on another thread, the first time that they are needed; nil if nothing can.
  @ObservationIgnored package var listPlugins: (() -> Void)?
  @ObservationIgnored private var listing = PluginListing.unlisted
  private(set) var plugins: [UnitDescription] = []
  /// The presets of SoundFonts, which are instruments.
  var soundFonts: [UnitDescription] = []
  var programs: [UnitDescription] = []
  /// What is said when the plug-ins that are awaited have come; nil if nothing is.
  @ObservationIgnored var announcement: MixerNotice?
  /// The most plug-ins that were awaited since there were none.
  @ObservationIgnored private var mostAwaited = 0
  /// The scene whose values are not reached yet; nil if there is none.
  @ObservationIgnored var scene: RunningScene?
  @ObservationIgnored package var sceneTiming = SceneTiming()
  /// The last comparison with the mixer of a take.
  @ObservationIgnored var comparison: MixComparison?
  /// How the strips stand while the screen shows them.
  @ObservationIgnored private var order = StripOrder()
  private var chosen = (bus: MixGraph.Bus.music, row: 0)
  /// Returns the names of the parts of the song that plays.
  @ObservationIgnored var songParts: () -> [String] = { [] }

  /// The time at which the values of a scene move on; nil if none is called.
  var nextSceneStep: HostTime? { scene?.nextStep }

  /// The meters of the output; nil without an engine.
  @ObservationIgnored package var meters: MasterMeters?

  /// The file of the mixer; nil if it is not kept.
  @ObservationIgnored package let saved: SavedMixer?

  package init(owner: MixOwner, model: PlayerModel, saved: SavedMixer? = nil) {
    (self.owner, self.model, self.saved) = (owner, model, saved)
    instrument = InstrumentController(owner)
  }

  package var graph: MixGraph { owner.graph }

  /// How many of the plug-ins that were awaited have come; nil if none is awaited.
  package var loading: (come: Int, all: Int)? {
    let count = owner.awaited.count
    mostAwaited = count == 0 ? 0 : max(mostAwaited, count)
    return count == 0 ? nil : (mostAwaited - count, mostAwaited)
  }

  // MARK: The choice

  /// The buses with a strip on the screen: the pads with settings of their own or that were struck, the sums, the
  /// instrument if there is one or its strip has settings, and the input if it has settings or is heard. One that comes
  /// while music plays or by a hit stands behind the others, until the mixer is opened again.
  package var buses: [MixGraph.Bus] {
    let own = Set(graph.strips.keys)
    return order.sorted(usualBuses) { bus in
      guard case .pad = bus else { return model.phase.isPlaying }
      return model.phase.isPlaying || !own.contains(bus)
    }
  }

  /// Begins or ends to keep the strips in their places.
  package func keepOrder(_ isOpen: Bool) {
    if isOpen { order.open(usualBuses) } else { order.close() }
  }

  private var usualBuses: [MixGraph.Bus] {
    let pads = Set(graph.pads).union(model.pads.struck).sorted()
    let returns = graph.returnCount > 0 ? (1...graph.returnCount).map { MixGraph.Bus.returns($0) } : []
    let isHeard = input.map { $0.isOn && $0.isMonitored } ?? false
    let inputs = isHeard || graph.strips[.input] != nil ? [MixGraph.Bus.input] : []
    let instruments = graph.strips[.instrument] != nil ? [MixGraph.Bus.instrument] : []
    return pads.map { .pad($0) } + [.pads] + instruments + [.music, .click] + inputs + returns + [.master]
  }

  package var bus: MixGraph.Bus { buses.contains(chosen.bus) ? chosen.bus : .music }

  /// Returns the rows of a strip, from top to bottom.
  package func rows(of bus: MixGraph.Bus) -> [Row] {
    let strip = graph[bus]
    let source = strip.source.map { [Row.insert($0.id)] } ?? []
    let parts = bus == .music ? songParts().map(Row.songPart) : []
    return [.fader, .pan] + parts + source + strip.inserts.map { .insert($0.id) }
      + strip.sends.map { .send($0.target) }
  }

  package var rowIndex: Int { min(chosen.row, rows(of: bus).count - 1) }

  package var row: Row { rows(of: bus)[rowIndex] }

  /// The chosen part of the song; nil if the chosen row is none.
  package var songPart: String? {
    if case .songPart(let name) = row { name } else { nil }
  }

  /// The chosen effect; nil if the chosen row is not an effect.
  package var insert: MixGraph.Insert? {
    if case .insert(let id) = row { graph.insert(id) } else { nil }
  }

  package func choose(_ bus: MixGraph.Bus, row: Int? = nil) {
    chosen.bus = bus
    if let row { chosen.row = max(row, 0) }
  }

  package func chooseBus(by step: Int) {
    let buses = buses
    let index = (buses.firstIndex(of: bus) ?? 0) + step
    choose(buses[min(max(index, 0), buses.count - 1)])
  }

  package func chooseRow(_ movement: Movement) {
    chosen.row = movement.row(from: rowIndex, last: rows(of: bus).count - 1, page: 4)
  }

  // MARK: Effects and sends

  /// Returns what can be added to the chosen strip: instruments that replace the one of its bus, effects, sends to the
  /// returns and to a new one, and categories of plug-ins.
  ///
  /// - Parameter category: the category whose plug-ins are wanted instead.
  package func additions(in category: String? = nil) -> [Addition] {
    let strip = graph[bus]
    if let category { return foreign.filter { $0.category == category }.map { .unit($0) } }
    let instruments = bus == .instrument ? InstrumentKind.all : []
    let units = instruments + (strip.inserts.count < MixGraph.mostInserts ? EffectKind.all : [])
    let categories = Set(foreign.compactMap(\.category)).sorted()
    let targets = bus.canSend ? 1...min(graph.returnCount + 1, MixGraph.mostReturns) : nil
    let free = (targets.map(Array.init) ?? []).filter { target in
      !strip.sends.contains { $0.target == target }
    }
    return units.map { .unit($0) } + free.map { .send(to: $0) } + categories.map { .category($0) }
  }

  /// The presets of SoundFonts, plug-ins and programs that can be added to the chosen strip.
  private var foreign: [UnitDescription] {
    let hasRoom = graph[bus].inserts.count < MixGraph.mostInserts
    return (soundFonts + plugins + programs).filter { $0.isInstrument ? bus == .instrument : hasRoom }
  }

  /// Returns the units that can be added to the chosen strip and have all words of a text in their name, author or
  /// category.
  package func additions(matching text: String) -> [Addition] {
    let needles = text.split(separator: " ").compactMap { Needle($0) }
    let own = additions().compactMap { if case .unit(let unit) = $0 { unit } else { nil } }
    return (own + foreign).filter { unit in
      let texts = [unit.title, unit.author, unit.category].compactMap(\.self)
      return needles.allSatisfy { needle in texts.contains { needle.isIn($0) } }
    }.map { .unit($0) }
  }

  package func pluginCount(in category: String) -> Int { foreign.count { $0.category == category } }

  /// Requests the list of plug-ins, once.
  package func requestPlugins() {
    guard case .unlisted = listing, let listPlugins else { return }
    listing = .requested(waiting: [])
    listPlugins()
  }

  /// Keeps a change until the plug-ins are listed. Returns false if that does not happen any more.
  func awaitPlugins(for change: String) -> Bool {
    requestPlugins()
    guard case .requested(let waiting) = listing else { return false }
    listing = .requested(waiting: waiting + [change])
    return true
  }

  /// Notes that the plug-ins are listed, or cannot be. Returns the changes that have waited for it.
  func endListing() -> [String] {
    let waiting: [String] = if case .requested(let waiting) = listing { waiting } else { [] }
    listing = .listed
    return waiting
  }

  /// Returns the name of a plug-in or a preset, as it is shown.
  func title(of unit: String) -> String {
    (plugins + soundFonts).first { $0.name == unit }?.title ?? SoundFontPreset(unit: unit)?.title ?? unit
  }

  func title(of insert: MixGraph.Insert) -> String { insert.description?.title ?? title(of: insert.unit) }

  /// Finds an instrument by the text of a command, on another thread.
  @ObservationIgnored package var findInstrument: (String) -> Void = { _ in }

  /// Returns the names of the instruments that complete a text.
  package func instrumentCompletions(_ text: String) -> [String] {
    requestPlugins()
    return MixerController.completions(of: text, among: instruments.map(\.fullTitle))
  }

  private var instruments: [UnitDescription] {
    InstrumentKind.all + (soundFonts + plugins).filter(\.isInstrument)
  }

  /// Returns the ends of the names that a text begins, from its last word on. Capitals do not matter.
  static func completions(of text: String, among names: [String]) -> [String] {
    let fixed = text.lastIndex(of: " ").map { text[...$0] } ?? ""
    return names.filter { $0.lowercased().hasPrefix(text.lowercased()) }
      .map { String($0.dropFirst(fixed.count)) }
  }

  /// Replaces the instrument by one that is known, or that another thread has to find.
  func setInstrument(_ text: String) {
    let wanted = text.lowercased()
    if let found = instruments.first(where: {
      [$0.fullTitle.lowercased(), $0.title.lowercased()].contains(wanted)
    }) {
      owner.change { $0.setInstrument(found) }
    } else {
      findInstrument(text)
    }
  }

  /// Receives the plug-ins of this machine. Those that are refused cannot be added.
  package func receive(_ found: [UnitDescription]) { plugins = found.filter { $0.refusal == nil } }

  /// Replaces the instrument, or adds an effect behind the chosen one or a send, and chooses it.
  package func add(_ addition: Addition) {
    let bus = bus
    switch addition {
    case .unit(let unit) where unit.isInstrument:
      var id: Int?
      owner.change { id = $0.setInstrument(unit) }
      id.map { choose(.instrument, .insert($0)) }
    case .unit(let unit):
      let after = insert.flatMap { insert in graph[bus].inserts.firstIndex { $0.id == insert.id } }
      var id: Int?
      owner.change { id = $0.add(unit, to: bus, at: after.map { $0 + 1 }) }
      id.map { choose(bus, .insert($0)) }
    case .category: return
    case .send(let target):
      owner.change { $0[bus].sends.append(MixGraph.Send(to: target, MixerController.firstSend)) }
      choose(bus, .send(target))
    }
  }

  private func choose(_ bus: MixGraph.Bus, _ row: Row) { choose(bus, row: rows(of: bus).firstIndex(of: row)) }

  package func remove() {
    let (bus, row) = (bus, row)
    switch row {
    case .fader, .pan, .songPart: return
    case .insert(let id): owner.change { $0.removeInsert(id) }
    case .send(let target): owner.change { $0[bus].sends.removeAll { $0.target == target } }
    }
  }

  package func moveInsert(by steps: Int) {
    guard let insert else { return }
    let bus = bus
    var id: Int?
    owner.change { id = $0.moveInsert(insert.id, by: steps) }
    id.map { choose(bus, .insert($0)) }
  }

  package func bypass(_ insert: MixGraph.Insert) {
    owner.change { $0.changeInsert(insert.id) { $0.isBypassed.toggle() } }
  }
}
