import ApplicationTestSupport
import AudioBase
import Dubbing
import MixEngine
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// The form for an export: what is typed, what is asked for, the progress and the end.
@MainActor @Suite struct ExportFormTests {
  private let bench: TakeBench
  private let application: Application
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
    application.type(.move(.start))
    for _ in 0..<row { application.type(.move(.down)) }
    while application.field?.text.isEmpty == false { application.type(.edit(.deleteBackward)) }
    application.type(.insert(text))
  }

  private var notices: [ExportMessage] {
    application.state.notices.entries.compactMap { entry in
      if case .export(let message) = entry.notice { message } else { nil }
    }
  }

  @Test func midiExportRefusesStemsAndCarriesTheTimeSignature() throws {
    try record()
    #expect(application.perform(.take(.export)) == .done)
    type("mid", in: .format)
    #expect(exports.form?.texts[.target] == "/music/take 1.mid")
    type("yes", in: .stems)
    application.type(.accept)
    #expect(exports.form?.invalid == .stems && requests.run.isEmpty)
    type("no", in: .stems)
    let waltz = try #require(TimeSignature("3/4"))
    bench.controller.tempo.setTimeSignature(waltz)
    application.type(.accept)
    let options = try #require(requests.run.first?.options)
    #expect(options.format == .midi && options.signature == waltz)
  }

  @Test func packIsWrittenByTheSameFormAndHasNoPartsOfTheTrack() throws {
    try record()
    application.perform(.take(.export))
    type("pack", in: .format)
    #expect(exports.form?.texts[.target] == "/music/take 1.tgz")
    type("0:30-1:30", in: .range)
    application.type(.accept)
    #expect(exports.form?.invalid == .range && requests.run.isEmpty)
    type("", in: .range)
    application.type(.accept)
    #expect(requests.run.first?.options.format == .pack)
  }

  @Test func exportWithoutATakeIsRefused() {
    #expect(application.perform(.take(.export)) == .rejectText)
    #expect(application.coveringLayer == nil && notices == [.noTake])
    bench.close()
  }

  @Test func exportRequestCarriesTheTypedOptions() throws {
    try record()
    #expect(application.perform(.take(.export)) == .done)
    #expect(application.coveringLayer is ExportLayer)
    #expect(application.field != nil && application.layers.last is ExportLayer)
    type("flac s16", in: .format)
    #expect(exports.form?.texts[.target] == "/music/take 1.flac")
    type("0:30-1:30", in: .range)
    type("-14", in: .loudness)
    type("yes", in: .stems)
    #expect(application.type(.accept) == .done)
    let request = try #require(requests.run.first)
    #expect(request.take.hitCount == 1 && request.options.path == FilePath("/music/take 1.flac"))
    #expect(request.options.format == .sound(try #require(AudioEncoding(.flac, samples: .s16))))
    #expect(request.options.range == TakeExport.Range(start: 30, end: 90))
    #expect(request.options.wantsStems && request.options.loudness == -14 && !request.options.replaces)
    #expect(application.field == nil && application.coveringLayer is ExportLayer)
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
    application.perform(.take(.export))
    type(text, in: field)
    application.type(.move(.end))
    #expect(application.type(.accept) == .acceptText)
    #expect(exports.form?.invalid == field && exports.form?.selection == field)
    #expect(application.field?.text == text && requests.run.isEmpty)
    bench.close()
  }

  @Test func exportContinuesWithItsFormClosedAndIsCancelledFromTheForm() throws {
    try record()
    application.perform(.take(.export))
    application.type(.accept)
    exports.receive(.progress(0.25))
    #expect(exports.form?.stage == .running(0.25))
    // Another command closes the form only.
    application.perform(.program(.spectrum))
    #expect(application.coveringLayer == nil && exports.isRunning)
    application.perform(.take(.export))
    #expect(application.coveringLayer is ExportLayer && application.field == nil)
    #expect(requests.run.count == 1)
    application.perform(.program(.cancel))
    #expect(requests.cancels == 1)
    exports.receive(.failed(.cancelled))
    #expect(application.coveringLayer == nil && exports.form == nil)
    #expect(notices == [.failed(.cancelled)])
    bench.close()
  }

  @Test func failedExportClosesTheFormAndAllowsAnother() throws {
    try record()
    application.perform(.take(.export))
    application.type(.accept)
    exports.receive(.failed(.failed(FileError(.exists, "/music/take 1.wav"), part: nil)))
    #expect(exports.form == nil && !exports.isRunning && application.coveringLayer == nil)
    application.perform(.take(.export))
    #expect(application.field != nil && application.layers.last is ExportLayer)
    application.type(.cancel)
    #expect(application.coveringLayer == nil && exports.form == nil)
    bench.close()
  }
}
