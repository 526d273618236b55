import AudioBase
import Effects
import MixEngine
import Plugins
import SystemBase
import Testing

/// What an instrument of LV2 receives of the notes of its bus.
@Suite struct PluginInstrumentTests {
  /// A message of MIDI with the frame on which the plug-in has heard it.
  private struct Message: Hashable, CustomStringConvertible {
    var frame: Int
    var status: Int
    var first: Int
    var second: Int

    init(_ frame: Int, _ status: Int, _ first: Int, _ second: Int) {
      (self.frame, self.status, self.first, self.second) = (frame, status, first, second)
    }

    var description: String { "\(frame): \(status) \(first) \(second)" }
  }

  private static let zero = HostTime(nanoseconds: 0)
  private let bench: PluginBench

  init() throws {
    bench = try PluginBench()
    try bench.addInstrument()
  }

  private func instrument(isRealtime: Bool = true) throws -> PluginInstrument {
    try #require(try bench.make("notes", isRealtime: isRealtime) as? PluginInstrument)
  }

  private func on(
    _ key: Int, _ velocity: Float = 100, at offset: Int = 0, string: Int = -1, gain: Float = 1,
    heldFor frames: Int = 0
  ) -> DueNote {
    DueNote(
      NoteEvent(.on, key: key, string: string, value: velocity, time: PluginInstrumentTests.zero),
      offset: offset, gain: gain, heldFrames: frames)
  }

  private func other(
    _ kind: NoteEvent.Kind, _ key: Int = -1, _ value: Float = 0, at offset: Int = 0, string: Int = -1
  ) -> DueNote {
    DueNote(
      NoteEvent(kind, key: key, string: string, value: value, time: PluginInstrumentTests.zero),
      offset: offset)
  }

  /// Renders blocks of silence, each with its notes. Returns the messages that the plug-in has written into its sound.
  private func messages(
    _ unit: PluginInstrument, _ blocks: [[DueNote]], block: Int = 512
  ) -> [Message] {
    let frames = blocks.flatMap { notes -> [Frame] in
      for note in notes { unit.inbox.pointee.add(note) }
      return unit.renderSilence(block)
    }
    return frames.indices.filter { frames[$0] != .zero }.map { index in
      let left = Int(frames[index].x * 4096)
      return Message(index, left >> 8, left & 255, Int(frames[index].y * 128))
    }
  }

  /// The first block ends the fade of the new unit.
  private func messages(_ notes: [DueNote], _ later: [DueNote]...) throws -> [Message] {
    let all = messages(try instrument(), [[], notes] + later)
    return all.map { Message($0.frame - 512, $0.status, $0.first, $0.second) }
  }

  @Test func notesAreHeardOnTheirFramesAcrossSlices() throws {
    let heard = try messages(
      [on(60, at: 0), on(64, 1, at: 127), on(67, 127, at: 128)], [other(.off, 60, at: 300)])
    #expect(
      heard == [
        Message(0, 9, 60, 100), Message(127, 9, 64, 1), Message(128, 9, 67, 127), Message(812, 8, 60, 64),
      ])
  }

  @Test func noteEndsAfterItsLength() throws {
    let heard = try messages([on(60, at: 10, heldFor: 20), on(64, at: 12, heldFor: 1000)], [], [])
    #expect(heard.map(\.frame) == [10, 12, 30, 1012])
    #expect(heard.suffix(2) == [Message(30, 8, 60, 64), Message(1012, 8, 64, 64)])
  }

  @Test func keyAndStringAreReleasedBeforeTheyPlayAgain() throws {
    let heard = try messages(
      [on(60, at: 0, string: 0)], [on(62, at: 100, string: 0)], [other(.off, -1, at: 7, string: 1)],
      [other(.off, at: 9)])
    // The end of 60 and the start of 62 are on one frame.
    #expect(heard.map(\.frame) == [0, 612, 1545] && heard.last == Message(1545, 8, 62, 64))
    let again = try messages([on(60, at: 0, heldFor: 400), on(60, at: 100)], [other(.off, 60, at: 0)])
    #expect(again.map(\.frame) == [0, 100, 512])
  }

  @Test(
    arguments: [
      (2, 127, 127), (-2, 0, 0), (0, 0, 64), (1, 0, 96), (12, 127, 127), (-12, 0, 0), (.nan, 0, 64),
    ] as [(Float, Int, Int)])
  func bendIsAPositionOfTheWheel(semitones: Float, low: Int, high: Int) throws {
    #expect(try messages([other(.bend, -1, semitones, at: 5)]) == [Message(5, 14, low, high)])
  }

  @Test func controllersPass() throws {
    let heard = try messages(
      [other(.control, 1, 33, at: 1), other(.control, 64, 127, at: 2), other(.control, 7, .nan, at: 3)])
    #expect(heard == [Message(1, 11, 1, 33), Message(2, 11, 64, 127), Message(3, 11, 7, 0)])
  }

  @Test func endOfAllSoundReleasesKeysAndPedal() throws {
    let unit = try instrument()
    _ = messages(unit, [[], [on(60)]])
    unit.inbox.pointee.add(other(.control, NoteEvent.soundOff, 0, at: 4))
    let frames = unit.renderSilence(512)
    // The sum of note off 60, the pedal up, and all sound off.
    #expect(frames[4].x * 4096 == Float((8 + 11 + 11) * 256 + 60 + 64 + 120))
    #expect(frames.indices.filter { frames[$0] != .zero } == [4])
  }

  @Test func gainOfAPlannedNoteLowersItsVelocity() throws {
    let heard = try messages([on(60, 100, at: 0, gain: 0.25), on(62, 100, at: 1, gain: 0)])
    #expect(heard == [Message(0, 9, 60, 50)])
  }

  @Test func restingInstrumentPlaysTheNextNote() throws {
    let unit = try instrument()
    _ = messages(unit, [[on(60)]])
    var isSilent = false
    for _ in 0..<2000 where !isSilent { isSilent = unit.isSilent(512) }
    #expect(isSilent)
    #expect(messages(unit, [[on(61, at: 77)]]) == [Message(77, 9, 61, 100)])
  }

  @Test func bypassedInstrumentIsSilentAndPlaysAgain() throws {
    let unit = try instrument()
    unit.bypass(true)
    _ = unit.renderSilence(1024)
    #expect(messages(unit, [[on(60, at: 3)]]).isEmpty)
    unit.bypass(false)
    _ = unit.renderSilence(1024)
    #expect(messages(unit, [[on(61, at: 3)]]) == [Message(3, 9, 61, 100)])
  }

  @Test func fullInboxIsPlayedInOrder() throws {
    // The plug-in aborts if frames are not in order, or beyond the slice.
    let notes = (0..<2000).map { index in
      on(2 + index % 120, at: index / 2, string: index % 6, heldFor: index % 7 == 0 ? index % 900 : 0)
    }
    let unit = try instrument(isRealtime: false)
    let frames = messages(unit, [notes, [], []], block: 1024)
    #expect(frames.count > 400 && unit.failure == nil && unit.inbox.pointee.count == 0)
  }

  @Test func instrumentThatYieldsNoNumbersOrIsTooSlowStops() throws {
    let broken = try instrument()
    _ = messages(broken, [[], [on(0)]])
    #expect(broken.failure == .notFinite)
    #expect(messages(broken, [[on(60)]]).isEmpty)
    let slow = try instrument()
    _ = messages(slow, [[on(1)]] + [[DueNote]](repeating: [], count: 20))
    #expect(slow.failure == .tooSlow)
  }

  @Test func instrumentIsListedAndPassesItsTrial() throws {
    let unit = try bench.unit("notes")
    #expect(unit.isInstrument && unit.category == "Instrument" && unit.refusal == nil)
    #expect(bench.refusal("notes") == nil)
  }

  @Test func instrumentWithoutAnInputForNotesIsRefused() throws {
    try bench.addInstrument(midi: "<urn:other>")
    #expect(bench.refusal("notes") == "it has no input for notes")
  }
}

extension EffectUnit {
  /// Renders silence, as the bus of the instrument does.
  fileprivate func renderSilence(_ count: Int) -> [Frame] {
    var frames = [Frame](repeating: .zero, count: count)
    let isSilent = frames.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { unit.run($0, count, isSilent: true) } ?? true
    }
    return isSilent ? [Frame](repeating: .zero, count: count) : frames
  }

  /// Whether a block of silence yields silence without work.
  fileprivate func isSilent(_ count: Int) -> Bool {
    var frames = [Frame](repeating: .zero, count: count)
    return frames.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { unit.run($0, count, isSilent: true) } ?? true
    }
  }
}
