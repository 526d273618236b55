import ApplicationTestSupport
import AudioBase
import Dubbing
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player
@testable import TakeExchange
@testable import TerminalUI

/// The form for an export: what is typed, what is asked for, the progress and the end.
@MainActor @Suite struct ExportFormTests {
  private let bench: TakeBench
  private let application: Application
  private let session: ScreenSession
  private let exports: ExportController
  private let requests = Requests()

  private final class Requests: ExportServing {
    var run: [ExportRequest] = []
    var cancels = 0

    func run(_ request: ExportRequest, report: @escaping @Sendable (ExportReport) -> Void) {
      run.append(request)
    }

    func cancel() { cancels += 1 }
  }

  init() throws {
    bench = try TakeBench([])
    application = Application(model: bench.player.model)
    session = ScreenSession(application)
    exports = ExportController(service: requests, folder: FilePath("/music"), main: .idle)
    application.takes = bench.controller
    application.exports = exports
  }

  /// Records a free take of one hit.
  private func record() throws {
    bench.run(frames: 4_800)
    bench.controller.recording.toggle()
    bench.run(frames: 100_000)
    bench.strike(1)
    bench.run(frames: 12_000)
    try bench.stopRecording()
  }

  private func type(_ text: String, in field: ExportForm.Field) {
    let row = ExportForm.Field.allCases.firstIndex(of: field) ?? 0
    session.type(.move(.start))
    for _ in 0..<row { session.type(.move(.down)) }
    while session.field?.text.isEmpty == false { session.type(.edit(.deleteBackward)) }
    session.type(.insert(text))
  }

  private var notices: [ExportMessage] {
    application.state.notices.entries.compactMap { entry in
      if case .export(let message) = entry.notice { message } else { nil }
    }
  }

  @Test func midiExportRefusesStemsAndCarriesTheTimeSignature() throws {
    try record()
    #expect(session.perform(.take(.export)).response == .done)
    type("mid", in: .format)
    #expect(session.state.exportForm?.texts[.target] == "/music/take 1.mid")
    type("yes", in: .stems)
    session.type(.accept)
    #expect(session.state.exportForm?.invalid == .stems && requests.run.isEmpty)
    type("no", in: .stems)
    let waltz = try #require(TimeSignature("3/4"))
    bench.controller.tempo.setTimeSignature(waltz)
    session.type(.accept)
    let options = try #require(requests.run.first?.options)
    #expect(options.format == .midi && options.signature == waltz)
  }

  @Test func packIsWrittenByTheSameFormAndHasNoPartsOfTheTrack() throws {
    try record()
    session.perform(.take(.export))
    type("pack", in: .format)
    #expect(session.state.exportForm?.texts[.target] == "/music/take 1.tgz")
    type("0:30-1:30", in: .range)
    session.type(.accept)
    #expect(session.state.exportForm?.invalid == .range && requests.run.isEmpty)
    type("", in: .range)
    session.type(.accept)
    #expect(requests.run.first?.options.format == .pack)
  }

  /// Tracks of a CUE sheet have one path, and differ by their keys.
  @Test func exportGetsTheGainOfThePlayerOnlyForTheTrackThatPlays() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 0)
    let application = Application(model: bench.player.model)
    (application.takes, application.exports) = (bench.controller, exports)
    let session = ScreenSession(application)
    try bench.play()
    try bench.recordHit()
    let gain = ReplayGain(track: ReplayGain.Level(Decibels(-6)))
    bench.player.model.gainWasFound(gain, of: try #require(bench.player.model.nowPlaying?.id))
    for (isSame, expected) in [(true, gain), (false, nil)] as [(Bool, ReplayGain?)] {
      if !isSame { bench.controller.list.edit { $0.track?.key = TrackKey(high: 1, low: 2) } }
      session.perform(.take(.export))
      session.type(.accept)
      #expect(try #require(requests.run.last).gain == expected)
      exports.receive(.ended(nil))
    }
    #expect(requests.run.count == 2)
    bench.close()
  }

  @Test func exportWithoutATakeIsRefused() {
    #expect(session.perform(.take(.export)).response == .rejectText)
    #expect(session.coveringLayer == nil && notices == [.noTake])
    bench.close()
  }

  @Test func exportRequestCarriesTheTypedOptions() throws {
    try record()
    #expect(session.perform(.take(.export)).response == .done)
    #expect(session.coveringLayer is ExportLayer)
    #expect(session.field != nil && session.layers.last is ExportLayer)
    type("flac s16", in: .format)
    #expect(session.state.exportForm?.texts[.target] == "/music/take 1.flac")
    type("0:30-1:30", in: .range)
    type("-14", in: .loudness)
    type("yes", in: .stems)
    type("dub", in: .mixer)
    #expect(session.type(.accept) == .done)
    let request = try #require(requests.run.first)
    #expect(request.take.hitCount == 1 && request.options.path == FilePath("/music/take 1.flac"))
    #expect(request.options.format == .sound(try #require(AudioEncoding(.flac, samples: .s16))))
    #expect(request.options.range == TakeExport.Range(start: 30, end: 90))
    #expect(request.options.mixer == .named("dub"))
    #expect(request.options.wantsStems && request.options.loudness == -14 && !request.options.replaces)
    #expect(session.field == nil && session.coveringLayer is ExportLayer)
    bench.close()
  }

  @Test(
    arguments: [
      (ExportForm.Field.format, "mpeg"), (.format, "mp3 s16"), (.range, "30"), (.stems, "some"),
      (.loudness, "3"),
      (.target, "/music/take.txt"), (.target, ""),
    ])
  func invalidExportFieldIsSelectedAndNothingIsExported(_ field: ExportForm.Field, _ text: String) throws {
    try record()
    session.perform(.take(.export))
    type(text, in: field)
    session.type(.move(.end))
    #expect(session.type(.accept) == .acceptText)
    #expect(session.state.exportForm?.invalid == field && session.state.exportForm?.selection == field)
    #expect(session.field?.text == text && requests.run.isEmpty)
    bench.close()
  }

  @Test func exportContinuesWithItsFormClosedAndIsCancelledFromTheForm() throws {
    try record()
    session.perform(.take(.export))
    session.type(.accept)
    exports.receive(.progress(0.25))
    #expect(exports.progress == 0.25)
    // Another command closes the form only.
    session.perform(.program(.spectrum))
    #expect(session.coveringLayer == nil && exports.isRunning)
    session.perform(.take(.export))
    #expect(session.coveringLayer is ExportLayer && session.field == nil)
    #expect(requests.run.count == 1)
    session.perform(.program(.cancel))
    #expect(requests.cancels == 1)
    exports.receive(.ended(.failed(.cancelled)))
    #expect(session.coveringLayer == nil && !exports.isRunning)
    #expect(notices == [.failed(.cancelled)])
    bench.close()
  }

  @Test func failedExportClosesTheFormAndAllowsAnother() throws {
    try record()
    session.perform(.take(.export))
    session.type(.accept)
    exports.receive(.ended(.failed(.failed(FileError(.exists, "/music/take 1.wav"), part: nil))))
    #expect(session.state.exportForm == nil && !exports.isRunning && session.coveringLayer == nil)
    session.perform(.take(.export))
    #expect(session.field != nil && session.layers.last is ExportLayer)
    session.type(.cancel)
    #expect(session.coveringLayer == nil && session.state.exportForm == nil)
    bench.close()
  }
}
