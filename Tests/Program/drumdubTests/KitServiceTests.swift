import AudioBase
import AudioFiles
import Configuration
import MixEngine
import Percussion
import Player
import Synchronization
import SystemBase
import TerminalUI
import TestSupport
import Testing

@testable import Application
@testable import KitEditing
@testable import drumdub

/// Kits that cannot be read, as a whole or in part.
@Suite struct KitServiceTests {
  private static let own = FilePath(#filePath).directory.directory.directory.directory
    .appending("Resources/Kits/DrumDub")
  /// A service with its engine, and what it has reported.
  private struct Loading {
    let service: KitService
    let reports = Reports()
    let engine = AudioEngine(sampleRate: .standard)

    init(
      _ name: FilePath, own: FilePath = KitServiceTests.own, user: FilePath = FilePath("/u"),
      decoders: some DecoderOpening = DecoderRegistry()
    ) {
      service = KitService(
        name, in: KitCatalog([], unpackingInto: nil), own: own, user: user, folder: FilePath("/"),
        loader: KitLoader(decoders: decoders, converters: SampleRateConverterMaker())
      ) { [reports] in reports.append($0) }
      service.connect(engine)
    }

    func start() {
      service.start { [reports] in reports.isReady.store(true, ordering: .releasing) }
    }

    /// Loads the kit of the start. Returns its description before it was loaded, and the report.
    func load() throws -> (first: Kit?, report: KitReport) {
      let first = service.firstKit(withinSeconds: Wait.patience)
      start()
      service.firstDrawingIsDone()
      try Wait.until("the kit") { !reports.kits.isEmpty }
      return (first, try #require(reports.kits.first))
    }
  }

  /// What a service has reported. Any thread.
  private final class Reports: Sendable {
    private let list = Mutex<[KitEvent]>([])
    /// Whether hits are accepted.
    let isReady = Atomic<Bool>(false)

    func append(_ report: KitEvent) { list.withLock { $0.append(report) } }

    var kits: [KitReport] {
      list.withLock { $0.compactMap { if case .loaded(let report) = $0 { report } else { nil } } }
    }

    var saved: [Result<Kit, FileError>] {
      list.withLock { $0.compactMap { if case .saved(let result) = $0 { result } else { nil } } }
    }

    var refusals: [SampleRefusal] {
      list.withLock { $0.compactMap { if case .applied(let refusal?) = $0 { refusal } else { nil } } }
    }

    /// The reasons why the kit is not another one.
    var failures: [FileError] {
      list.withLock { $0.compactMap { if case .kept(let error) = $0 { error } else { nil } } }
    }
  }

  private func kit(_ json: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(json, to: "kit.json")
    return folder
  }

  private let empty =
    #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
    + #"{"number":1,"name":"kick","layers":[{"samples":["gone.wav"]}]}]}"#

  @Test func unreadableKitIsReplacedByTheShippedOne() throws {
    let folder = try kit("{")
    let (first, loaded) = try Loading(folder.path).load()
    #expect(first?.name == "DrumDub")
    #expect(PadContent.list(first).map(\.name).prefix(2) == ["snare", "bass"])
    #expect(loaded.reference?.name == "DrumDub" && loaded.kit?.pads.count == 17)
    guard case .replaced(let error, let name)? = loaded.notices.first, loaded.notices.count == 1 else {
      Issue.record("\(loaded.notices)")
      return
    }
    #expect(error.subject == folder.file("kit.json").shown && error.code == .damaged && name == "DrumDub")
  }

  @Test func withoutAnyKitPadsAreSilentWithANotice() throws {
    let (first, loaded) = try Loading(FilePath("/nowhere"), own: FilePath("/nowhere else")).load()
    #expect(first == nil && PadContent.list(first).isEmpty)
    #expect(loaded.kit == nil && loaded.notices.count == 1)
    #expect(
      loaded.notices.map(NoticeText.sentence) == [
        "the pads are silent: cannot read /nowhere: no such file; choose another with :kit NAME"
      ])
  }

  @Test func takesGetTheIdentityOfTheKitThatSounds() throws {
    let folder = try kit(empty)
    let (first, loaded) = try Loading(folder.path).load()
    #expect(first?.name == "Mine")
    #expect(loaded.reference?.name == "DrumDub", "nothing of the other one sounds")
    #expect(loaded.kit?.pads.map(\.name) == ["snare"])
  }

  @Test func damagedPadIsReportedAndTheRestIsLoaded() throws {
    let folder = try kit(
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":[{"number":0},{"number":2,"name":"b","layers":[]}]}"#
    )
    let (_, loaded) = try Loading(folder.path).load()
    #expect(loaded.kit?.pads.map(\.name) == ["b"])
    #expect(
      loaded.notices.map(NoticeText.sentence) == [
        "kit Mine: a part is left out: cannot read \(folder.file("kit.json").shown): the file is damaged "
          + "(pads[0]: pad 0: pads go from 1 to 128)"
      ])
  }

  @Test func theSecondBankIsLoadedWholeWhenItsPadsAreUsed() throws {
    let loading = Loading(Self.own)
    let (service, reports) = (loading.service, loading.reports)
    _ = try loading.load()
    func isComplete(_ pads: Range<Int>) -> Bool {
      let program = service.applied.withLock { $0?.program } ?? []
      return pads.allSatisfy { number in
        program[number - 1].layers.flatMap(\.samples).allSatisfy(\.isComplete)
      }
    }
    // Pad 12 is the crash, which sounds for seconds.
    #expect(isComplete(1..<9) && !isComplete(12..<13))
    service.complete(PadSet(9..<17))
    try Wait.until("the second bank") { isComplete(9..<17) }
    // A kit that is chosen now is loaded with it.
    service.change(to: Self.own)
    try Wait.until("the other kit") { reports.kits.count == 2 }
    #expect(isComplete(1..<17))
  }

  @Test func damagedSampleOfThePadsOfAnotherBankIsReportedWhenTheFirstBankIsReady() throws {
    let sample = Self.own.appending("snare-1a.flac").shown
    let folder = try kit(
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
        + #"{"number":1,"name":"a","layers":[{"samples":["\#(sample)"]}]},"#
        + #"{"number":9,"name":"b","layers":[{"samples":["\#(sample)","gone.wav"]}]}]}"#)
    let loading = Loading(folder.path)
    let (_, first) = try loading.load()
    #expect(first.notices.isEmpty && first.kit?.pads.map(\.name) == ["a", "b"])
    try Wait.until("the other bank") { loading.reports.kits.count == 2 }
    let notices = loading.reports.kits[1].notices.map(NoticeText.sentence)
    #expect(notices.count == 1 && notices[0].contains("gone.wav"), "\(notices)")
    #expect(loading.service.applied.withLock { $0?.program[8].layers[0].samples.count } == 1)
  }

  @Test func roomIsHeardAtTheLevelThatTheUserHasSet() throws {
    let sample = Self.own.appending("snare-1a.flac").shown
    let layers = #"{"samples":["\#(sample)"]},{"part":1,"samples":["\#(sample)"]}"#
    let folder = try kit(
      #"{"format":"drumdub-kit","version":1,"name":"Hall","room":-6,"pads":["#
        + #"{"number":1,"name":"p","gain":-20,"layers":[\#(layers)]}]}"#)
    let loading = Loading(folder.path)
    let service = loading.service
    service.setRoom(.silence, ofKitAt: folder.path)
    let loaded = try #require(try loading.load().report.kit)
    #expect(service.room(of: loaded) == .silence && loaded.room == Decibels(-6))
    let device = OfflineDevice(loading.engine)
    func peak() -> Float {
      // An earlier hit sounds to its end.
      _ = device.render(FrameCount(96_000))
      loading.engine.control.port(for: .keys).strike(Hit(pad: 1, velocity: 127, time: device.now))
      return device.render(FrameCount(24_000)).reduce(0) { max($0, abs($1.x), abs($1.y)) }
    }
    let stroke = peak()
    service.setRoom(.unity, ofKitAt: FilePath("/another"))
    #expect(stroke > 0 && abs(peak() / stroke - 1) < 0.01)
    service.setRoom(.unity, ofKitAt: folder.path)
    #expect(abs(peak() / stroke - 2) < 0.01)
    service.setRoom(nil, ofKitAt: folder.path)
    #expect(abs(peak() / stroke - 1 - Decibels(-6).factor) < 0.01 && service.room(of: loaded) == nil)
  }

  @Test func savedKitHasTheLevelOfTheRoomThatIsHeard() throws {
    let user = try TemporaryFolder()
    let sample = Self.own.appending("snare-1a.flac").shown
    let layers = #"{"samples":["\#(sample)"]},{"part":1,"samples":["\#(sample)"]}"#
    let folder = try kit(
      #"{"format":"drumdub-kit","version":1,"name":"Hall","room":-6,"pads":["#
        + #"{"number":1,"name":"p","layers":[\#(layers)]}]}"#)
    let loading = Loading(folder.path, user: user.path)
    let loaded = try #require(try loading.load().report.kit)
    loading.service.setRoom(Decibels(-15), ofKitAt: folder.path)
    loading.service.save(loaded, as: "Copy")
    try Wait.until("the saved kit") { !loading.reports.saved.isEmpty }
    let saved = try #require(try loading.reports.saved.first?.get())
    #expect(saved.room == Decibels(-15) && saved.path == user.file("Copy"))
    #expect(try KitReader.read(saved.path).kit.room == Decibels(-15))
    #expect(try KitReader.read(folder.path).kit.room == Decibels(-6))
  }

  // MARK: Another kit meanwhile

  /// Decoders that wait before they open one file, as on a slow disk.
  private final class SlowDecoders: DecoderOpening {
    private let slow: FilePath
    private let isOpening = Atomic<Bool>(false)
    private let mayOpen = Atomic<Bool>(false)

    init(_ slow: FilePath) { self.slow = slow }

    func open(_ path: FilePath) throws(FileError) -> sending any AudioDecoder {
      if path == slow {
        isOpening.store(true, ordering: .releasing)
        try? Wait.until("the slow file") { mayOpen.load(ordering: .acquiring) }
      }
      return try DecoderRegistry().open(path)
    }

    func waitForOpening() throws { try Wait.until("opening") { isOpening.load(ordering: .acquiring) } }

    func release() { mayOpen.store(true, ordering: .releasing) }
  }

  /// A kit with two pads whose samples are those of the shipped kit.
  private func kit(named name: String) throws -> TemporaryFolder {
    let pads = ["snare-1a", "bass-1a"].enumerated().map { index, file in
      let sample = Self.own.appending("\(file).flac").shown
      return #"{"number":\#(index + 1),"name":"p","layers":[{"samples":["\#(sample)"]}]}"#
    }
    return try kit(
      #"{"format":"drumdub-kit","version":1,"name":"\#(name)","pads":[\#(pads.joined(separator: ","))]}"#)
  }

  @Test func kitChosenDuringLoadingReplacesTheFirst() throws {
    let (first, second) = (try kit(named: "first"), try kit(named: "second"))
    let decoders = SlowDecoders(Self.own.appending("snare-1a.flac"))
    let loading = Loading(first.path, decoders: decoders)
    let (service, reports) = (loading.service, loading.reports)
    loading.start()
    service.firstDrawingIsDone()
    try decoders.waitForOpening()
    service.change(to: second.path)
    decoders.release()
    try Wait.until("the second kit") { !reports.kits.isEmpty && !service.isBusy }
    #expect(reports.kits.map(\.kit?.name) == ["second"])
    try Wait.until("hits") { reports.isReady.load(ordering: .acquiring) }
  }

  @Test func kitChosenBeforeTheFirstIsLoadedStays() throws {
    let (first, second) = (try kit(named: "first"), try kit(named: "second"))
    let loading = Loading(first.path)
    let (service, reports) = (loading.service, loading.reports)
    service.change(to: second.path)
    try Wait.until("the second kit") { !service.isBusy }
    loading.start()
    service.firstDrawingIsDone()
    try Wait.until("hits") { reports.isReady.load(ordering: .acquiring) && !service.isBusy }
    #expect(reports.kits.map(\.kit?.name) == ["second"])
  }

  @Test func choiceThatCannotBeReadLeavesTheFirstKit() throws {
    let first = try kit(named: "first")
    let decoders = SlowDecoders(Self.own.appending("snare-1a.flac"))
    let loading = Loading(first.path, decoders: decoders)
    let (service, reports) = (loading.service, loading.reports)
    loading.start()
    service.firstDrawingIsDone()
    try decoders.waitForOpening()
    service.change(to: FilePath("/nowhere"))
    decoders.release()
    try Wait.until("the first kit") { !reports.kits.isEmpty }
    #expect(reports.kits.map(\.kit?.name) == ["first"])
    let error = try #require(reports.failures.first)
    #expect(error.code == .notFound && error.subject == "/nowhere" && reports.failures.count == 1)
  }

  @Test func editMadeWhileTheFirstKitIsLoadedIsHeard() throws {
    let folder = try kit(named: "first")
    let decoders = SlowDecoders(Self.own.appending("snare-1a.flac"))
    let loading = Loading(folder.path, decoders: decoders)
    let (service, reports) = (loading.service, loading.reports)
    var edited = try #require(service.firstKit(withinSeconds: Wait.patience))
    edited.pads[0].gain = Decibels(-6)
    loading.start()
    service.firstDrawingIsDone()
    try decoders.waitForOpening()
    service.apply(edited, [:])
    decoders.release()
    try Wait.until("the edited kit") { !reports.kits.isEmpty && !service.isBusy }
    #expect(service.playing == edited)
  }

  /// A pad one of whose two samples is missing, to which good and broken ones are added.
  @Test func samplesAreAddedToAPadThatLacksOneAndTheBrokenOnesAreNamed() throws {
    let good = Self.own.appending("snare-1a.flac")
    let folder = try kit(
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
        + #"{"number":1,"name":"kick","layers":[{"samples":["gone.wav","\#(good.shown)"]}]}]}"#)
    let broken = try ["a.wav", "b.wav"].map { try folder.write("no sound", to: $0) }
    let loading = Loading(folder.path)
    let (service, reports) = (loading.service, loading.reports)
    var edited = try #require(try loading.load().report.kit)
    edited.pads[0].layers.append(SampleLayer(samples: [good]))
    service.apply(edited, [:])
    try Wait.until("the added sample") { service.playing == edited && !service.isBusy }
    #expect(reports.refusals.isEmpty)
    var refused = edited
    refused.pads[0].layers[1].samples += broken
    service.apply(refused, [1: PadEditNumber(editor: 1, step: 2)])
    try Wait.until("the refusal") { !reports.refusals.isEmpty }
    let refusal = try #require(reports.refusals.first)
    #expect(refusal.samples.map(\.path) == broken)
    #expect(refusal.samples.map(\.error.code) == [.notAudio, .notAudio])
    #expect(refusal.samples.map(\.error.subject) == broken.map(\.shown))
    #expect(refusal.edit?.step == 2 && service.playing == edited)
  }

  @Test func noticeNamesEachSampleThatCannotBeRead() throws {
    let folder = try kit(
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
        + #"{"number":1,"name":"kick","layers":[{"samples":["gone.wav","text.wav"]}]},"#
        + #"{"number":2,"name":"snare","layers":[{"samples":["gone.wav","empty.wav"]}]}]}"#)
    try folder.write("no sound", to: "text.wav")
    try folder.write("", to: "empty.wav")
    let (_, loaded) = try Loading(folder.path).load()
    let sentences = loaded.notices.map(NoticeText.sentence)
    #expect(sentences.count == 1 && sentences[0].contains("4 samples are missing, first: cannot load "))
    #expect(sentences[0].hasSuffix("/gone.wav: no such file; then text.wav, empty.wav"), "\(sentences)")
  }

  @Test func kitNoticesNameReplacedAndSilentPads() {
    let error = FileError(.notFound, "/k/a.wav")
    let missing = KitNotice.MissingSamples(
      kit: "Mine", count: 3, replaced: [2, 5], substitute: "DrumDub", silent: [9])
    #expect(
      NoticeText.sentence(.samplesMissing(missing, error))
        == "kit Mine: pads 2, 5 sound like the kit DrumDub's; pad 9 is silent; 3 samples are missing, first: "
        + "cannot load /k/a.wav: no such file")
    var many = KitNotice.MissingSamples(kit: "Mine", count: 3)
    many.others = ["b.wav", "c d.flac"]
    #expect(
      NoticeText.sentence(.samplesMissing(many, error))
        == "kit Mine: 3 samples are missing, first: cannot load /k/a.wav: no such file; then b.wav, c d.flac")
    many.others = (1...22).map { "\($0).wav" }
    #expect(
      NoticeText.sentence(.samplesMissing(many, error))
        .hasSuffix("19.wav, 20.wav and 2 more, which drumdub kits check lists"))
    #expect(
      NoticeText.sentence(.samplesMissing(KitNotice.MissingSamples(kit: "Mine", count: 1), error))
        == "kit Mine: a sample is missing: cannot load /k/a.wav: no such file")
    #expect(
      NoticeText.sentence(.replaced(FileError(.damaged, "/k/kit.json"), by: "DrumDub"))
        == "the pads play the kit DrumDub: cannot read /k/kit.json: the file is damaged or not complete; "
        + "choose another with :kit NAME"
    )
  }

  // MARK: Another player

  @Test func kitThatAnotherPlayerHasSavedMeanwhileIsNotReplaced() throws {
    let folder = try kit(named: "mine")
    func loading() -> Loading { Loading(folder.path, user: folder.path.directory) }
    let (first, second) = (loading(), loading())
    func save(_ loading: Loading, _ kit: Kit) throws -> Result<Kit, FileError> {
      let count = loading.reports.saved.count
      loading.service.save(kit, as: nil)
      try Wait.until("the saved kit") { loading.reports.saved.count > count }
      return loading.reports.saved[count]
    }
    let kits = try [first, second].map { loading in
      var kit = try #require(try loading.load().report.kit)
      kit.pads[0].gain = Decibels(-6)
      return kit
    }
    let stored = try save(first, kits[0]).get()
    var again = stored
    again.pads[0].pan = 0.5
    again = try save(first, again).get()
    let error = #expect(throws: FileError.self) { try save(second, kits[1]).get() }
    #expect(error?.detail?.contains("save yours under another name") == true)
    #expect(try KitReader.read(folder.path).kit.pads[0].pan == 0.5)
  }
}
