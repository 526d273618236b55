import ApplicationTestSupport
import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Application
@testable import KitEditing
@testable import Percussion
@testable import TerminalUI

/// The form for a pad, by its commands.
extension KitControllerTests {
  private func openForm(isOwn: Bool = true) -> KitController {
    let kits = connect(isOwn: isOwn)
    session.perform(.pads(.editPad))
    #expect(session.coveringLayer is PadFormLayer)
    return kits
  }

  /// The refusal of samples of the first pad.
  private func refusal(_ errors: [FileError], of edit: PadEditNumber?) -> SampleRefusal {
    let samples = errors.map { KitLoader.Warning(pad: 1, path: FilePath($0.subject), error: $0) }
    return SampleRefusal(samples: samples, edit: edit)
  }

  @Test func padEditsAreAppliedAtOnceAndUndone() {
    let kits = openForm()
    session.perform(.move(.down))
    session.perform(.padForm(.valueUp))
    session.perform(.padForm(.farDown))
    #expect(requests.applied.map { $0.pads[0].gain.value } == [1, -5])
    session.perform(.program(.undo))
    #expect(requests.applied.last?.pads[0].gain.value == 1)
    session.perform(.program(.undo))
    session.perform(.program(.undo))
    #expect(requests.applied.count == 4 && kits.editor?.isChanged == false)
  }

  @Test func aPadValueIsResetToItsDefault() {
    let kits = openForm()
    session.perform(.move(.down))
    session.perform(.padForm(.farUp))
    session.perform(.padForm(.valueDown))
    #expect(kits.editor?.pad.gain.value == 5)
    session.perform(.padForm(.reset))
    #expect(kits.editor?.pad.gain.value == 0 && requests.applied.last == own)
  }

  @Test func commandsOfTheListsAndThePlayerMeanTheSameInThePadForm() {
    let kits = openForm()
    session.perform(.move(.down))
    for command in [Command.seek(5), .seek(-60), .list(.remove), .playback(.next)] {
      session.perform(command)
      #expect(kits.editor?.pad.gain.value == 0 && session.layers.last is PadFormLayer, "\(command)")
    }
    #expect(requests.applied.isEmpty && bench.model.queue.items.count == 1)
    session.perform(.queue(.save))
    #expect(requests.saved.isEmpty && session.coveringLayer == nil && session.layers.last is SaveQueuePrompt)
  }

  @Test func aCommandOfThePadFormOpensTheForm() {
    session.perform(.padForm(.valueUp))
    #expect(session.layers.isEmpty, "no kit is loaded")
    let kits = connect()
    session.perform(.padForm(.valueUp), from: .palette)
    #expect(session.coveringLayer is PadFormLayer && kits.editor?.isChanged == false)
  }

  @Test(arguments: [CommandSource.midi, .remote])
  func aCommandOfAControllerActsOnTheOpenPadForm(source: CommandSource) {
    let kits = openForm()
    session.perform(.move(.down))
    session.perform(.padForm(.valueUp))
    session.perform(.padForm(.valueUp), from: source)
    #expect(kits.editor?.pad.gain.value == 2 && session.layers.count == 1)
  }

  /// The first key behind a typed value may follow at once.
  @Test func keysOfThePadFormStayWhileAValueIsTyped() {
    _ = openForm()
    #expect(session.shownScreen == .padForm)
    session.perform(.move(.down))
    session.perform(.list(.activate))
    #expect(session.field != nil && session.shownScreen == .padForm)
    session.perform(.program(.help))
    #expect(session.shownScreen == nil)
  }

  @Test func typedPadValueIsAppliedAndAnInvalidOneRefused() {
    let kits = openForm()
    for _ in 0..<3 { session.perform(.move(.down)) }
    #expect(session.perform(.list(.activate)).response == .acceptText)
    session.type(.insert("-2.5"))
    session.type(.accept)
    #expect(kits.editor?.pad.tune == -2.5 && requests.applied.count == 1)
    session.perform(.list(.activate))
    session.type(.insert("high"))
    session.type(.accept)
    #expect(application.state.notices.last == .kit(.invalidValue(.tune)) && requests.applied.count == 1)
  }

  @Test func sampleThatCannotBeDecodedRestoresTheFormerSample() {
    let kits = openForm()
    application.services.folder = { FilePath($0) }
    session.perform(.move(.end))
    session.perform(.list(.activate))
    #expect(session.field?.text == "/u/Mine/")
    session.type(.insert("/tmp/y.wav"))
    #expect(session.field?.text == "/tmp/y.wav")
    session.type(.insert("/~/y"))
    #expect(session.field?.text == "~/y")
    session.type(.insert("//u/Mine/x.wav"))
    session.type(.accept)
    #expect(kits.editor?.pad.layers == [SampleLayer(samples: [FilePath("/u/Mine/x.wav")])])
    let error = FileError(.notAudio, "/u/Mine/x.wav")
    kits.receive(.applied(refusal([error], of: requests.sampleEdits[1])))
    #expect(
      kits.editor?.isChanged == false && application.state.notices.last == .kit(.samplesRefused([error])))
    #expect(requests.applied.last == own)
  }

  @Test(arguments: ["'/tmp/a b.wav'", "\"/tmp/a b.wav\"", "file:///tmp/a%20b.wav", "/tmp/a\\ b.wav"])
  func pathThatIsPastedBehindTheFolderOfTheSampleReplacesIt(text: String) {
    let kits = openForm()
    application.services.folder = { FilePath($0) }
    session.perform(.move(.end))
    session.perform(.list(.activate))
    session.type(.insert(text))
    #expect(session.field?.text == text)
    session.type(.accept)
    #expect(kits.editor?.pad.layers == [SampleLayer(samples: [FilePath("/tmp/a b.wav")])])
  }

  /// Names a sample for the edited pad, as if the user had typed its path.
  private func type(sample: String) {
    application.services.folder = { FilePath($0) }
    session.perform(.move(.end))
    session.perform(.list(.activate))
    session.type(.insert(sample))
    session.type(.accept)
  }

  @Test func refusedSampleFollowedByEditsIsTakenBackAlone() {
    let kits = openForm()
    type(sample: "/u/Mine/bad.wav")
    let bad = requests.sampleEdits[1]
    // The gain and the name of the same pad, before the first sample is refused.
    session.perform(.move(.start))
    session.perform(.move(.down))
    session.perform(.move(.down))
    session.perform(.padForm(.valueUp))
    session.perform(.move(.down))
    session.perform(.padForm(.valueUp))
    let error = FileError(.notAudio, "/u/Mine/bad.wav")
    kits.receive(.applied(refusal([error], of: bad)))
    #expect(kits.editor?.pad.layers == own.pads[0].layers)
    #expect(kits.editor?.pad.gain.value == 1 && kits.editor?.pad.pan == 0.1)
    #expect(requests.applied.last == kits.editor?.kit)
    #expect(application.state.notices.last == .kit(.samplesRefused([error])))
    // The jobs of the later edits had the sample too.
    let (applied, notices) = (requests.applied.count, application.state.notices.entries.count)
    kits.receive(.applied(refusal([error], of: bad)))
    #expect(requests.applied.count == applied && application.state.notices.entries.count == notices)
    #expect(kits.editor?.pad.gain.value == 1 && kits.editor?.pad.pan == 0.1)
  }

  @Test func refusedSampleReplacedByAnotherKeepsTheOther() {
    let kits = openForm()
    type(sample: "/u/Mine/bad.wav")
    let bad = requests.sampleEdits[1]
    type(sample: "/u/Mine/good.wav")
    #expect(requests.sampleEdits[1] != bad)
    kits.receive(.applied(refusal([FileError(.notAudio, "/u/Mine/bad.wav")], of: bad)))
    #expect(kits.editor?.pad.layers == [SampleLayer(samples: [FilePath("/u/Mine/good.wav")])])
  }

  @Test func refusalOfAFormerEditorChangesNothing() {
    let kits = openForm()
    type(sample: "/u/Mine/bad.wav")
    let bad = requests.sampleEdits[1]
    session.perform(.program(.undo))
    session.perform(.program(.cancel))
    session.perform(.pads(.editPad))
    type(sample: "/u/Mine/good.wav")
    kits.receive(.applied(refusal([FileError(.notAudio, "/u/Mine/bad.wav")], of: bad)))
    #expect(kits.editor?.pad.layers == [SampleLayer(samples: [FilePath("/u/Mine/good.wav")])])
  }

  @Test func droppedFileBecomesALayerOfTheEditedPad() {
    let kits = openForm()
    session.perform(.request(Command.Request.addSample("'/tmp/a b.wav'")))
    let added = own.pads[0].layers + [SampleLayer(samples: [FilePath("/tmp/a b.wav")])]
    #expect(requests.applied.last?.pads[0].layers == added && kits.editor?.chosenLayer == .one(1))
    #expect(session.coveringLayer?.selectedRow?.row.hasSuffix("Sample: 1 of 1: a b.wav") == true)
    #expect(application.state.notices.last == .kit(.velocitiesShared(layer: 2)))
    session.perform(.request(Command.Request.addSample("snare.wav")))
    #expect(application.state.notices.last == .kit(.noPath) && requests.applied.count == 1)
    session.perform(.program(.undo))
    #expect(requests.applied.last == own)
    session.perform(.program(.cancel))
    // Without the form, it opens.
    session.perform(.request(Command.Request.addSample("/tmp/c.wav")), from: .remote)
    #expect(session.coveringLayer is PadFormLayer && kits.editor?.pad.layers.count == 2)
  }

  @Test func goodFilesOfADropAreAddedAndTheBrokenOnesNamedInOneMessage() {
    let kits = openForm()
    session.perform(.request(Command.Request.addSample("/tmp/a.wav /tmp/x.txt /tmp/b.wav /tmp/gone.wav")))
    let errors = [FileError(.notAudio, "/tmp/x.txt"), FileError(.notFound, "/tmp/gone.wav")]
    let notices = application.state.notices.entries.count
    kits.receive(.applied(refusal(errors, of: requests.sampleEdits[1])))
    let added = SampleLayer(samples: [FilePath("/tmp/a.wav"), FilePath("/tmp/b.wav")])
    #expect(requests.applied.last?.pads[0].layers == own.pads[0].layers + [added])
    #expect(application.state.notices.last == .kit(.samplesRefused(errors, added: 2)))
    #expect(application.state.notices.entries.count == notices + 1)
    kits.receive(.applied(nil))
    session.perform(.program(.undo))
    #expect(requests.applied.last == own && kits.editor?.isChanged == false, "the whole drop")
  }

  @Test func aDropOfBrokenFilesOnlyChangesNothing() {
    let kits = openForm()
    session.perform(.request(Command.Request.addSample("/tmp/x.txt /tmp/y.txt")))
    let errors = ["/tmp/x.txt", "/tmp/y.txt"].map { FileError(.notAudio, $0) }
    kits.receive(.applied(refusal(errors, of: requests.sampleEdits[1])))
    #expect(requests.applied.last == own && kits.editor?.isChanged == false)
    #expect(application.state.notices.last == .kit(.samplesRefused(errors)))
  }

  @Test func samplesOfALayerAreHeardInTurnsOnceTheyAreApplied() throws {
    let takes = try TakeBench([])
    let application = takes.makeApplication()
    let kits = KitController(loaded: own, service: requests, events: .idle)
    application.kits = kits
    #expect(kits.openEditor(pad: 1) && application.hearLayer() == .done)
    #expect(requests.loneSamples.isEmpty, "the pad is heard whole")
    _ = kits.editor?.add([FilePath("/tmp/a.wav"), FilePath("/tmp/b.wav")])
    kits.editor?.move(to: 0)
    #expect(application.hearLayer() == .done && requests.loneSamples == [[1, 1]])
    requests.loneSample = .index(1)
    kits.receive(.applied(nil))
    kits.receive(.applied(nil))
    #expect(requests.loneSamples == [[1, 1], [1, 1]], "an edit that is applied is heard once")
    #expect(application.hearLayer() == .done && requests.loneSamples.last == [1, 0])
    let last = kits.editor.map { $0.fields.count - 1 } ?? 0
    kits.editor?.move(to: last)
    #expect(application.hearLayer() == .done && requests.loneSamples.last == [1, 1], "the chosen sample")
    requests.loneSample = .missing
    #expect(application.hearLayer() == .notice(.kit(.layerNotHeard(pad: 1))))
  }

  @Test func anOwnKitIsSavedInPlaceAndAnotherAsACopy() {
    let kits = openForm()
    session.perform(.move(.down))
    session.perform(.padForm(.valueUp))
    #expect(session.perform(.padForm(.save)).response == .rejectText)
    #expect(requests.saved.count == 1 && requests.saved[0].1 == nil)
    var saved = own
    saved.name = "Mine, saved"
    kits.receive(.saved(.success(saved)))
    #expect(session.coveringLayer == nil && requests.loaded == [FilePath("/u/Mine")])
    // The form shows the saved kit although it is still being loaded.
    session.perform(.pads(.editPad))
    #expect(kits.editor?.original == saved)
    session.perform(.program(.cancel))
    _ = openForm(isOwn: false)
    #expect(session.perform(.padForm(.save)).response == .done && session.field?.text == "Mine copy")
    session.type(.accept)
    #expect(requests.saved.last?.1 == "Mine copy")
  }

  @Test func leavingThePadFormWithUnsavedChangesAsksFirst() {
    let kits = openForm()
    session.perform(.program(.cancel))
    #expect(session.coveringLayer == nil && application.state.question == nil)
    session.perform(.pads(.editPad))
    session.perform(.move(.down))
    session.perform(.padForm(.valueUp))
    for leaving in [Command.program(.cancel), .program(.quit), .pads(.kits)] {
      #expect(session.perform(leaving).response == .done)
      #expect(application.state.question == .discardPads && session.coveringLayer is PadFormLayer)
      session.perform(.program(.cancel))
      #expect(kits.editor?.isChanged == true)
    }
    session.perform(.program(.cancel))
    session.perform(.list(.activate))
    #expect(session.coveringLayer == nil && requests.applied.last == own && kits.editor == nil)
  }

  @Test func aFailedSaveKeepsTheForm() {
    let kits = openForm()
    let error = FileError(.noSpace, "/u/Mine/kit.json")
    kits.receive(.saved(.failure(error)))
    #expect(kits.editor != nil && application.state.notices.last == .kit(.notSaved(error)))
  }
}
