import ApplicationTestSupport
import PlayerTestSupport
import Testing

@testable import Application

/// Teaching by the command, whatever the state of the MIDI input is.
@MainActor @Suite struct MIDITeachingTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let responses = Responses()

  @MainActor private final class Responses {
    var all: [Application.Response] = []
  }

  init() { application = Application(model: bench.model) }

  private var last: Notice? { application.state.notices.last }

  @Test func teachingAnOpenInputWaitsForAKey() {
    application.services.midiInput = .open
    #expect(application.learnMIDI() == .response(.captureKey) && application.state.keyEdit == .midi(nil))
    #expect(last == .midi(.learning) && application.services.isLearning)
  }

  @Test func teachingBeginsAsSoonAsTheInputIsOpen() {
    let subscription = application.streams.responses.subscribe { [responses] in responses.all.append($0) }
    defer { withExtendedLifetime(subscription) {} }
    application.receive(.inputOpened(true))
    #expect(application.state.keyEdit == nil && responses.all.isEmpty, "nothing is taught")
    application.services.midiInput = .opening
    #expect(application.learnMIDI() == .notice(.midi(.openingInput)) && application.state.keyEdit == nil)
    application.services.midiInput = .open
    application.receive(.inputOpened(true))
    #expect(application.state.keyEdit == .midi(nil) && last == .midi(.learning))
    #expect(responses.all == [.captureKey])
    application.receive(.heard(.note(40)))
    #expect(last == .midi(.heard(.note(40))))
    application.receive(.inputOpened(true))
    #expect(application.state.keyEdit == .midi(.note(40)) && responses.all.count == 1)
  }

  @Test func teachingEndsIfThereIsNoInput() {
    #expect(application.learnMIDI() == .notice(.midi(.noInput)))
    application.services.midiInput = .opening
    _ = application.learnMIDI()
    application.services.midiInput = .none
    application.receive(.inputOpened(false))
    #expect(last == .midi(.noInput) && application.state.keyEdit == nil && !application.services.isLearning)
  }
}
