import AudioBase
import Dubbing
import MixEngine
import Observation
import Percussion
import SystemBase

/// The list of kits and the pad editor. Main thread; no function waits.
@MainActor @Observable
package final class KitController {
  /// The pads whose samples are loaded whole.
  @ObservationIgnored private var used = KitService.firstPads
  /// The kit that sounds.
  package private(set) var loaded: Kit?
  /// The same kit with the level of its room that is heard, as its copies have it.
  package var heard: Kit? { loaded.map { $0.withRoom(rooms.level(of: $0)) } }
  package var list: KitList?
  package var editor: PadEditor?
  package private(set) var progress: KitProgress?
  /// Whether the samples of the first kit are still being loaded.
  @ObservationIgnored private var isFirstLoading = true
  @ObservationIgnored private var isLoadingTold = false
  @ObservationIgnored package let service: any KitServing
  @ObservationIgnored package var onMessage: (KitMessage) -> Void = { _ in }
  /// Called with a kit that was loaded or edited, which the pads play.
  @ObservationIgnored package var onKit: (Kit) -> Void = { _ in }
  /// Called after a kit was loaded, with its reference; nil if there is none.
  @ObservationIgnored package var onLoaded: (KitReference?) -> Void = { _ in }
  /// Called when the hash of the loaded kit was computed.
  @ObservationIgnored package var onIdentified: (KitReference) -> Void = { _ in }
  @ObservationIgnored private var program = AwaitedProgram()
  /// The time from which the folders are read for a MIDI program, unless another one comes before; nil if none waits, and
  /// while they are being read: messages that arrive late are due at once.
  package var nextProgram: HostTime? { program.isListing ? nil : program.time }
  /// Seconds without another MIDI program after which the kit of the last one is loaded.
  static let programPause = 0.05
  /// The kit that the list has asked for last.
  @ObservationIgnored private var requested: FilePath?
  @ObservationIgnored private var editorCount = 0
  /// Whether the selected kit is loaded as soon as the folders have been read.
  @ObservationIgnored private var awaitsPreview = false
  @ObservationIgnored package let sampling = SamplingController()
  @ObservationIgnored package var hearing = LayerHearing()
  @ObservationIgnored package let places = KitValues<PadOrder>.places
  @ObservationIgnored package let rooms = KitValues<Decibels>.rooms

  /// Creates a controller of kits. `loaded` is the kit that is being loaded; nil if it is not known yet.
  package init(loaded: Kit?, service: any KitServing, events: MainThreadChannel<KitEvent>) {
    (self.loaded, self.service) = (loaded, service)
    events.receive = { [weak self] in self?.receive($0) }
    sampling.onCopy = { [places, rooms] in
      places.keep(valueOf: $0, in: $1)
      rooms.keep(valueOf: $0, in: $1)
    }
    connectRooms()
  }

  // MARK: The list

  package func openList() {
    list = KitList(origin: loaded?.path)
    requested = loaded?.path
    awaitsPreview = false
    service.list()
  }

  package func select(_ row: Int) {
    list?.select(row)
    preview()
  }

  /// Loads the selected kit, unless it is loaded or damaged.
  package func preview() {
    awaitsPreview = list != nil && list?.entries == nil
    guard let entry = list?.selected, entry.error == nil, !KitList.isSame(entry, requested) else { return }
    requested = entry.path
    service.load(entry.path)
  }

  /// Closes the list and keeps the selected kit, or that which was loaded last if the selected one is damaged.
  /// Returns the kit if it is another one than before.
  package func keep() -> KitCatalog.Entry? {
    preview()
    defer { list = nil }
    guard let list, requested != list.origin else { return nil }
    return list.entries?.first { $0.path == requested }
  }

  /// Closes the list and returns to the kit that was loaded before.
  package func leave() {
    if let origin = list?.origin, requested != origin { service.load(origin) }
    list = nil
  }

  // MARK: Samples

  /// Loads the whole samples of pads that are struck, or will be.
  package func use(_ pads: PadSet) {
    let all = used.union(pads)
    if all == used { return }
    used = all
    service.complete(pads)
  }

  // MARK: MIDI programs

  /// Loads the kit at an index of the list, from 0, when no other one has been chosen for `programPause`.
  package func choose(program: Int, at time: HostTime) {
    self.program.number = program
    self.program.time = time.advanced(bySeconds: KitController.programPause)
  }

  /// Begins to load the kit of a MIDI program that is due.
  package func followPrograms(at now: HostTime) {
    guard let due = nextProgram, now >= due else { return }
    (program.time, program.isListing) = (nil, true)
    service.list()
  }

  private func choose(_ program: Int, of entries: [KitCatalog.Entry]) {
    self.program.number = nil
    let entry = entries.indices.contains(program) ? entries[program] : nil
    guard let entry, entry.error == nil else {
      return onMessage(.noKit(program: program, kits: entries.count))
    }
    service.load(entry.path)
    onMessage(.chosen(name: entry.name))
  }

  // MARK: Reports

  private func kitIsLoaded(_ report: KitReport) {
    if let kit = report.kit { onKit(kit) }
    loaded = report.kit ?? loaded
    (progress, isFirstLoading) = (nil, false)
    onLoaded(report.reference)
    sampling.kitIsLoaded()
    report.notices.forEach { onMessage(.notice($0)) }
  }

  /// Says at the first hit that is not heard that the kit is still being loaded.
  package func hitWasNotHeard() {
    guard isFirstLoading, !isLoadingTold else { return }
    isLoadingTold = true
    onMessage(.notice(.notHeardYet))
  }

  package func receive(_ event: KitEvent) {
    switch event {
    case .loaded(let report): kitIsLoaded(report)
    case .identified(let kit): onIdentified(kit)
    case .chosen(let name): onMessage(.chosen(name: name))
    case .kept(let error): onMessage(.kept(error))
    case .listed(let entries):
      list?.receive(entries)
      program.isListing = false
      if let number = program.number, program.time == nil { choose(number, of: entries) }
      if awaitsPreview { preview() }
    case .progress(let progress): self.progress = progress
    case .applied(let refusal):
      if let refusal { takeBack(refusal) }
      sampling.editsAreApplied(isRefused: refusal != nil)
      if hearing.isAwaited { hearing.onReady() }
      if let kit = editor?.kit ?? loaded { onKit(kit) }
    case .saved(.success(let kit)):
      places.keep(valueOf: loaded, in: kit)
      rooms.keep(valueOf: loaded, in: kit)
      // The pads sound as saved; an editor that opens before the kit is loaded shows the saved kit.
      (editor, loaded) = (nil, kit)
      onMessage(.notice(.saved(kit.path)))
      service.load(kit.path)
    case .saved(.failure(let error)): onMessage(.notice(.notSaved(error)))
    }
  }

  // MARK: The editor

  /// Opens the editor of the loaded kit. Returns false without a kit.
  package func openEditor(pad: Int) -> Bool {
    guard let loaded else { return false }
    editorCount += 1
    editor = PadEditor(loaded, pad: pad, isOwn: service.isOwn(loaded), editor: editorCount)
    editor?.room = rooms.level(of: loaded)
    return true
  }

  package func discardEdits() {
    if let original = editor?.original { service.apply(original, [:]) }
    editor = nil
  }

  package func applyEdits() { if let editor { service.apply(editor.kit, editor.sampleEdits) } }

  /// Removes refused samples from the changes that named them. Their other samples and changes made since are kept, and are
  /// heard without them.
  private func takeBack(_ refusal: SampleRefusal) {
    let errors = refusal.samples.map(\.error)
    guard let edit = refusal.edit else { return onMessage(.notice(.samplesRefused(errors))) }
    // The kit is refused again as long as it is applied with these samples.
    guard let added = editor?.refuse(Set(refusal.samples.map(\.path)), of: edit) else { return }
    onMessage(.notice(.samplesRefused(errors, added: added)))
    applyEdits()
  }

  /// Moves the start or the end of the sample of the edited pad to a zero crossing: the next one, or one 10 ms away. It
  /// is heard as soon as the pads play so. `changed` is called when the editor has changed.
  package func moveBound(
    _ direction: Int, isLarge: Bool, _ main: MainThread, changed: @escaping () -> Void
  ) {
    guard let edited = editor else { return }
    guard let (_, _, path) = try? edited.kit.oneSample(of: edited.number), sampling.tools != nil else {
      return sampling.onNotice(.cannotMove(pad: edited.number))
    }
    sampling.withSound(of: path, main) { [weak self] sound in
      guard let self, var editor, editor.number == edited.number, editor.field == edited.field,
        editor.moveBound(direction, isLarge: isLarge, in: sound)
      else { return }
      self.editor = editor
      sampling.boundWasMoved(of: editor.number)
      applyEdits()
      changed()
    }
  }
}

/// The MIDI program whose kit is loaded when the folders have been read.
private struct AwaitedProgram {
  var number: Int?
  /// The time from which the folders are read; nil if no reading waits.
  var time: HostTime?
  /// Whether the folders are being read.
  var isListing = false
}
