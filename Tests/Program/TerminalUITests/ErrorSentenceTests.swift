import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The messages of errors and of commands that were typed wrongly.
@Suite struct ErrorSentenceTests {
  static let errors: [(String, String)] = [
    (
      ErrorText.sentence(FileError(.notFound, "out.wav"), while: .writing),
      "cannot write out.wav: no such folder"
    ),
    (
      ErrorText.sentence(FileError(.notFound, "a.wav"), while: .decoding), "cannot decode a.wav: no such file"
    ),
    (
      ErrorText.sentence(FileError(.noSpace, "a"), while: .writing),
      "cannot write a: the disk is full; free some space"
    ),
    (
      ErrorText.sentence(FileError(.isPipe, "p.wav"), while: .decoding),
      "cannot decode p.wav: it is a pipe, not a file; write its content to a file first"
    ),
    (
      ErrorText.sentence(FileError(.isPipe, "p.wav"), while: .exporting),
      "cannot export p.wav: it is a pipe, not a file; name a file, or play into a pipe with drumdub --output fifo:PIPE"
    ),
    (
      ErrorText.sentence(FileError(.newer, "k/kit.json", detail: "its version is 2"), while: .reading),
      "cannot read k/kit.json: a newer drumdub wrote it (its version is 2); it is left as it is: update drumdub"
    ),
    (
      ErrorText.sentence(FileError(.newer, "k/kit.json"), while: .writing),
      "cannot write k/kit.json: a newer drumdub wrote it; it is left as it is: update drumdub, or choose another name"
    ),
    (
      CommandText.sentence(.asksAtScreen("edit-tags")),
      "edit-tags asks the user on the player's screen: give the command there"
    ),
    (ErrorText.sentence(BindingError.unknownCommand("x")), "unknown command x; drumdub(5) lists them"),
    (ErrorText.sentence(ConfigurationError.unknownSetting("x")), "unknown setting x; drumdub(5) lists them"),
  ]

  static let typed: [(CommandError, String)] = [
    (.unknown("dance"), "there is no command dance; the command help lists all"),
    (.takesNoArgument("mute"), "mute takes no argument"),
    (.badPad("129"), "there is no pad 129; pads are 1 to 128"),
    (.badVelocity("1 200"), "pad 1 200: a velocity is 1 to 127"),
    (
      .needsArgument(Command.arguments[1].row),
      "volume needs DB: set the volume in dB, -60 to 12, or in percent (80%)"
    ),
    (
      .badArgument(Command.arguments[1].row, "loud"),
      "volume cannot be loud: set the volume in dB, -60 to 12, or in percent (80%)"
    ),
  ]

  @Test func everyErrorHasTheExpectedSentence() {
    for (error, sentence) in Self.typed { #expect(CommandText.sentence(error) == sentence) }
    for (text, sentence) in Self.errors { #expect(text == sentence) }
  }
}
