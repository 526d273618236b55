import Application
import AudioBase
import SystemBase
import TerminalKit
import Testing

@testable import Controls
@testable import TerminalUI

@Suite struct ErrorTextTests {
  private static let codes: [FileError.Code] = [
    .notFound, .notPermitted, .isDirectory, .empty, .notAudio, .unsupported, .damaged, .endsEarly,
    .noSpace, .writeFailed, .readFailed,
  ]

  @Test func errorSentenceNamesActionSubjectAndReason() {
    #expect(
      ErrorText.sentence(FileError(.notFound, "song.mp3")) == "cannot play song.mp3: no such file; skipped")
    #expect(
      ErrorText.sentence(FileError(.damaged, "x.flac", detail: "sf_open: bad header"))
        == "cannot play x.flac: the file is damaged (sf_open: bad header); skipped")
    #expect(
      ErrorText.sentence(FileError(.damaged, "x.flac"))
        == "cannot play x.flac: the file is damaged or not complete; skipped")
    #expect(
      ErrorText.sentence(FileError(.notFound, "music"), while: .scanning)
        == "cannot read music: no such folder")
    #expect(
      ErrorText.sentence(FileError(.noSpace, "out.wav"), while: .writing)
        == "cannot write out.wav: the disk is full; free some space")
    #expect(
      ErrorText.sentence(DeviceError(.lost, "alsa:default"))
        == "lost alsa:default; paused: plug it in again, or choose another with :output NAME")
  }

  @Test func missingOutputIsNamedWithTheReasonAndTheCommandToChoose() {
    func text(_ error: DeviceError) -> String {
      NoticeText.sentence(.device(.outputUnavailable(error)), KeyMap())
    }
    #expect(
      text(DeviceError(.unavailable, "default", detail: "snd_pcm_open: No such file or directory"))
        == "no sound: cannot open default (snd_pcm_open: No such file or directory); choose another with :output NAME"
    )
    #expect(
      text(DeviceError(FileError(.notPermitted, "/x/fifo")))
        == "no sound: cannot play to /x/fifo: permission denied; choose another with :output NAME"
    )
  }

  @Test func aMissingLibraryIsNamed() {
    let error = FileError(
      .unsupported, "x.m4a", detail: "MPEG-4 needs libavformat59: apt install libavformat59")
    #expect(
      ErrorText.sentence(error)
        == "cannot play x.m4a: this kind of file is not supported (MPEG-4 needs libavformat59: apt install "
        + "libavformat59); skipped")
    #expect(
      ErrorText.sentence(FileError(.endsEarly, "x.mp3"), while: .decoding)
        == "cannot decode x.mp3: the file ends too early; written as far as possible")
  }

  @Test func everyErrorIsOneLineThatNamesItsSubject() {
    for code in Self.codes {
      for activity in [ErrorText.Activity.playing, .loading, .reading, .decoding, .writing, .output] {
        let text = ErrorText.sentence(FileError(code, "the-subject", detail: "why"), while: activity)
        #expect(text.contains("the-subject") && !text.contains("\n"))
      }
    }
  }

  @Test func errorSentenceNamesTheUnknownKeyCommandOrTerminal() {
    #expect(ErrorText.sentence(BindingError.unknownKey("nokey")).contains("nokey"))
    #expect(ErrorText.sentence(BindingError.unknownCommand("dance")).contains("dance"))
    #expect(ErrorText.sentence(ScreenError.unknownTerminal("vt9")).contains("vt9"))
    #expect(ErrorText.sentence(ScreenError.notATerminal).contains("terminal"))
  }
}
