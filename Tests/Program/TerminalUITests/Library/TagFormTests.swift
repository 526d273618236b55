import Controls
import SystemBase
import Testing

@testable import Application
@testable import Librarian
@testable import TerminalUI
@testable import TrackTags

/// The form for tags on the screen, and the sentences about tags.
@Suite struct TagFormTests {
  private static func texts(_ texts: [TagName: String]) -> TagTexts {
    var result = TagTexts()
    for (name, text) in texts { result[name] = text }
    return result
  }

  private static func form() -> TagForm {
    var reading = TagReading()
    reading.files = [
      TagReading.File(
        FilePath("/a/1.flac"),
        texts([.title: "Flower Duet", .artist: "Léo Delibes", .track: "1/3", .rating: "4", .date: "1883"])),
      TagReading.File(
        FilePath("/a/2.flac"),
        texts([.title: "Bell Song", .artist: "Léo Delibes", .track: "2/3", .rating: "4", .date: "1883"])),
    ]
    reading.failures = [FileError(.readOnly, "/cd/3.flac", detail: "its drive is read-only")]
    var form = TagForm()
    form.receive(reading)
    form.move(to: 1)
    form.type("Delibes, Léo ; Gondinet")
    form.move(to: 6)
    form.type("")
    return form
  }

  private static func screen(_ form: TagForm) -> ScreenContent {
    var content = Sample.playing
    content.overlay = FormContent(form)
    content.prompt = form.text
    content.promptName = "new text"
    content.promptHints = TagFormLayer.typingHints
    return content
  }

  @Test func tagFormIsDrawnAtEverySize() throws {
    var invalid = Self.form()
    invalid.move(to: 4)
    invalid.type("third")
    let isValid = invalid.validate()
    #expect(!isValid)
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
      try Snapshot.expect("tags-\(width)x\(height)", Sample.shown(Self.screen(Self.form()), width, height))
      try Snapshot.expect(
        "tags-invalid-\(width)x\(height)", Sample.shown(Self.screen(invalid), width, height))
    }
  }

  @Test func tagFormNotesReadingWritingAndSkippedTracks() {
    #expect(FormContent(TagForm()).note == "reading the tags…")
    var form = Self.form()
    form.stage = .writing
    #expect(FormContent(form, progress: (3, 12)).note == "writing 3 of 12…")
    var reading = TagReading()
    reading.skipped.parts = 2
    form = TagForm()
    form.receive(reading)
    #expect(
      FormContent(form).note
        == "2 tracks left out: they are sections of one file, which has the tags of all")
    #expect(FormContent(form).rows.isEmpty && !form.isEditable)
  }

  @Test func resultsOfTagEditsAreDescribedInSentences() {
    func sentence(_ notice: TagNotice) -> String { NoticeText.sentence(.tags(notice), KeyMap()) }
    #expect(
      sentence(.finished(.edit, count: 1, failed: 0, cancelled: 0))
        == "changed the tags of 1 file; u undoes it")
    #expect(
      sentence(.finished(.undo, count: 12, failed: 2, cancelled: 3))
        == "restored the tags of 12 files; 2 files not changed: the list of messages says why; "
        + "3 files left as before")
    #expect(
      sentence(.failed(FileError(.readOnly, "a.mp3", detail: "its folder is write-protected")))
        == "cannot change the tags of a.mp3: its folder is write-protected; copy it to a folder where you may "
        + "write, and play it from there")
    let lists = RenamedLists.Count(playlists: 2, sheets: 1)
    #expect(
      sentence(.renamed(count: 2, failed: 0, lists, isUndone: false))
        == "renamed 2 files and changed 2 playlists and 1 CUE sheet; u undoes it")
    #expect(
      sentence(.renamed(count: 1, failed: 0, RenamedLists.Count(sheets: 1), isUndone: true))
        == "1 file has its former name again, also in 1 CUE sheet")
    #expect(
      sentence(.listNotChanged(FileError(.readOnly, "a.m3u")))
        == "a.m3u keeps the former names of the files: it is write-protected")
    #expect(
      sentence(.failed(FileError(.noSpace, "a.mp3")))
        == "cannot change the tags of a.mp3: the disk is full; free some space")
    #expect(
      sentence(.failed(FileError(.unsupported, "a.dsf")))
        == "cannot change the tags of a.dsf: this kind of file is not supported; nothing is changed, use a "
        + "program for this format")
  }

  @Test func previewListsEachTagInALineOfItsOwn() {
    let changes = [
      TagPreview.Change(tag: .title, old: "Old", new: "Blue"),
      TagPreview.Change(tag: .track, old: "", new: "07"),
    ]
    #expect(
      TagPreviewText.outcomes(TagPreview.Row(path: FilePath("a"), outcome: .tags(changes)))
        == ["Title: Old → Blue", "Track: none → 07"])
  }
}
