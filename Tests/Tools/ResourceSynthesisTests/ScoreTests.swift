import Testing

@testable import ResourceSynthesis

@Suite struct ScoreTests {
  @Test func phraseIsParsedIntoKeysStartsAndLengths() {
    let phrase = Phrase(["A4:1.5 -:.5 F#5:2", "Bb3:4"], velocity: 1)
    #expect(phrase.notes.map(\.key) == [69, 78, 58])
    #expect(phrase.notes.map(\.start) == [0, 2, 4])
    #expect(phrase.notes.map(\.length) == [1.5, 2, 4])
    #expect(phrase.length == 8)
  }

  @Test func theHarmonyFillsTheBars() {
    #expect(FirstLight.harmony.reduce(0) { $0 + $1.beats } == Double(FirstLight.bars) * 4)
    #expect(FirstLight.harmony.allSatisfy { $0.chord.voices.count == 4 })
  }

  @Test func theMelodyHasOneVoiceAndEndsWithThePiece() {
    let melody = FirstLight.melody
    for (note, next) in zip(melody, melody.dropFirst()) { #expect(note.start + note.length <= next.start) }
    #expect(melody.last.map { $0.start + $0.length } == Double(FirstLight.bars) * 4)
    #expect(FirstLight.bells.allSatisfy { $0.start + $0.length <= Double(FirstLight.bars) * 4 })
  }

  @Test func longMelodyNotesHaveNoMinorNinthAboveOtherParts() {
    let under = FirstLight.guitar + FirstLight.bass + FirstLight.pad
    for note in FirstLight.melody where note.length >= 1 {
      // A minor ninth above a sounding tone is the one thing that hurts here.
      let harsh = under.filter { other in
        let shared = min(note.start + note.length, other.start + other.length) - max(note.start, other.start)
        return shared > 0.2 && (note.key - other.key) % 12 == 1
      }
      #expect(harsh.isEmpty, "bar \(Int(note.start / 4) + 1): \(note)")
    }
  }

  @Test func partsPlayWithinTheirInstruments() {
    #expect(FirstLight.melody.allSatisfy { (60...84).contains($0.key) })
    #expect(FirstLight.bells.allSatisfy { (72...96).contains($0.key) })
    #expect(FirstLight.guitar.allSatisfy { (38...76).contains($0.key) })
    #expect(FirstLight.bass.allSatisfy { (33...47).contains($0.key) })
  }
}
