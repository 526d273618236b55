import TerminalKit
import Testing

@testable import TerminalUI

/// Whole screens as text, where there is little room.
@Suite struct SmallSnapshotTests {
  @Test func minimalPlaying() {
    #expect(
      Sample.shown(Sample.playing, 40, 12) == """
        Flower Duet                    ▶ playing
        Léo Delibes · Lakmé · Act 1   track 7/12
        01:23 ━━━━━━━━●─────────────────── 04:31
          ▶ play  [ ‖ pause ] −6.0 dB
        a snare   s bass    d▓tambou… f maraca
        j hat     k open h… l clap    ; cowbell
        ── Queue ──────── repeat all · 1–3/12 ──
            1  Coppélia: Valse            02:05
          ▶ 2  Flower Duet                02:12
          ✗ 3  Sylvia: Pizzicato        damaged
        ? help   q quit   space play, pause
        paused: headphones unplugged   00:02 ago
        """)
  }

  @Test func minimalEmpty() {
    #expect(
      Sample.shown(Sample.empty, 40, 12) == """
        The queue is empty             ■ stopped
        Name files or folders: drumdub ~/Music
        --:-- ──────────────────────────── --:--
          ▶ play    ‖ pause   0.0 dB
        a snare   s bass    d tambou… f maraca
        j hat     k open h… l clap    ; cowbell
        ── Queue ───────────────────────────────



        ? help   q quit   space play, pause

        """)
  }

  @Test func minimalWide() {
    #expect(
      Sample.shown(Sample.wide, 40, 12) == """
        千と千尋の神隠し いつも…       ▶ playing
        久石譲␛[31m と新日本フィルハーモニー交…
        1:02:03 ━━●──────────────────── 10:00:00
          ▶ play  [ ‖ pause ] −6.0 dB
        a snare   s bass    d▓tambou… f maraca
        j hat     k open h… l clap    ; cowbell
        ── Queue ──────── repeat all · 1–3/12 ──
            1  千と千尋の神隠し いつも…   02:05
          ▶ 2  👩🇫🇷 é و                   02:12
          ✗ 3  Sylvia: Pizzicato        damaged
        ? help   q quit   space play, pause
        cannot play 千と千尋の神隠し いつも何度…
        """)
  }

  @Test func minimalPrompt() {
    #expect(
      Sample.shown(Sample.prompting, 40, 12) == """
        Flower Duet                    ▶ playing
        Léo Delibes · Lakmé · Act 1   track 7/12
        01:23 ━━━━━━━━●─────────────────── 04:31
          ▶ play  [ ‖ pause ] −6.0 dB
        a snare   s bass    d▓tambou… f maraca
        j hat     k open h… l clap    ; cowbell
        ── Queue ──────── repeat all · 1–3/12 ──
            1  Coppélia: Valse            02:05
          ▶ 2  Flower Duet                02:12
          ✗ 3  Sylvia: Pizzicato        damaged
        Enter find   Esc leave
        find: flow
        """)
  }

  @Test func minimalHelp() {
    #expect(
      Sample.shown(Sample.helping, 40, 12) == """
        ┌─ Keys ───────────────────────────────┐
        │a s d f j k l ; strike the pads       │
        │A S D F J K L : the same, accented    │
        │          space play or pause         │
        │              X stop                  │
        │              n next track            │
        │              p previous, or to start │
        │              ← 5 s back              │
        │              → 5 s on                │
        └────────────── ↑ ↓ more   Esc leaves ─┘
        ? help   q quit   space play, pause
        paused: headphones unplugged   00:02 ago
        """)
  }

  @Test func tooSmall() {
    #expect(
      Sample.shown(Sample.playing, 39, 12) == """





          terminal too small: 40 × 12 needed






        """)
  }

  @Test func tiny() {
    #expect(
      Sample.shown(Sample.playing, 22, 3) == """
         terminal too small:
            40 × 12 needed

        """)
  }
}
