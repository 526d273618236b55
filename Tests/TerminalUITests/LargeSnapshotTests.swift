import TerminalKit
import Testing

@testable import TerminalUI

/// Whole screens as text, where there is room.
@Suite struct LargeSnapshotTests {
  @Test func regularPlaying() {
    #expect(
      Sample.shown(Sample.playing, 100, 24) == """
         DrumDub                                                     ▶ playing    48 kHz · 5.3 ms · 0 xruns

         Flower Duet                                                                    ▶ play  [ ‖ pause ]
         Lakmé · Act 1
         Léo Delibes                                                          track 7/12 · 1883 · classical
         01:23 ━━━━━━━━━━━━━━━━━━━━━━━━━━●─────────────────────────────────────────────────────────── 04:31
         −6.0 dB   shuffle off   repeat all   music −3.0 dB   pads 0.0 dB

         ┌ a ───────┐┌ s ───────┐┌ d ───────┐┌ f ────────┐┌ j ───────┐┌ k ───────┐┌ l ───────┐┌ ; ────────┐
         │  snare   ││   bass   ││tambourine││  maraca   ││   hat    ││ open hat ││   clap   ││  cowbell  │
         └──────────┘└──────────┘└──────────┘└───────────┘└──────────┘└──────────┘└──────────┘└───────────┘

         ── Queue · 12 tracks · 48:10 ─────────────────────────────────────────────────────────── 1–9/12 ──
             1  Coppélia: Valse                                        Léo Delibes                   02:05
           ▶ 2  Flower Duet                                            Léo Delibes                   02:12
           ✗ 3  Sylvia: Pizzicato                                      Léo Delibes                 damaged
         ▸   4  Lakmé: Bell Song                                       Léo Delibes                   02:26
             5  Coppélia: Valse                                        Léo Delibes                   02:33
             6  Flower Duet                                            Léo Delibes                   02:40
             7  Sylvia: Pizzicato                                      Léo Delibes                   02:47
             8  Lakmé: Bell Song                                       Léo Delibes                   02:54
             9  Coppélia: Valse                                        Léo Delibes                   03:01
         ? help   q quit   space play, pause   n p next, previous   ← → seek   + - volume   / find
         paused: headphones unplugged                                                             00:02 ago
        """)
  }

  @Test func compactPlaying() {
    #expect(
      Sample.shown(Sample.playing, 80, 24) == """
         DrumDub                                 ▶ playing    48 kHz · 5.3 ms · 0 xruns

         Flower Duet                                                ▶ play  [ ‖ pause ]
         Léo Delibes · Lakmé · Act 1                      track 7/12 · 1883 · classical
         01:23 ━━━━━━━━━━━━━━━━━━━●────────────────────────────────────────────── 04:31
         −6.0 dB   shuffle off   repeat all   music −3.0 dB   pads 0.0 dB
         ┌ a ──────────────┐┌ s ───────────────┐┌ d ──────────────┐┌ f ───────────────┐
         │      snare      ││       bass       ││▓▓ tambourine ▓▓▓││      maraca      │
         └─────────────────┘└──────────────────┘└─────────────────┘└──────────────────┘
         ┌ j ──────────────┐┌ k ───────────────┐┌ l ──────────────┐┌ ; ───────────────┐
         │       hat       ││     open hat     ││      clap       ││     cowbell      │
         └─────────────────┘└──────────────────┘└─────────────────┘└──────────────────┘
         ── Queue · 12 tracks · 48:10 ─────────────────────────────────────── 1–9/12 ──
             1  Coppélia: Valse                                                  02:05
           ▶ 2  Flower Duet                                                      02:12
           ✗ 3  Sylvia: Pizzicato                                              damaged
         ▸   4  Lakmé: Bell Song                                                 02:26
             5  Coppélia: Valse                                                  02:33
             6  Flower Duet                                                      02:40
             7  Sylvia: Pizzicato                                                02:47
             8  Lakmé: Bell Song                                                 02:54
             9  Coppélia: Valse                                                  03:01
         ? help   q quit   space play, pause   n p next, previous   ← → seek
         paused: headphones unplugged                                         00:02 ago
        """)
  }

  @Test func compactEmpty() {
    #expect(
      Sample.shown(Sample.empty, 60, 22) == """
         DrumDub             ■ stopped    48 kHz · 5.3 ms · 0 xruns
         The queue is empty                     ▶ play    ‖ pause
         Name files or folders: drumdub ~/Music
         --:-- ────────────────────────────────────────────── --:--
         0.0 dB   shuffle off   repeat off
         ┌ a ─────────┐┌ s ──────────┐┌ d ─────────┐┌ f ──────────┐
         │   snare    ││    bass     ││ tambourine ││   maraca    │
         └────────────┘└─────────────┘└────────────┘└─────────────┘
         ┌ j ─────────┐┌ k ──────────┐┌ l ─────────┐┌ ; ──────────┐
         │    hat     ││  open hat   ││    clap    ││   cowbell   │
         └────────────┘└─────────────┘└────────────┘└─────────────┘
         ── Queue ─────────────────────────────────────────────────








         ? help   q quit   space play, pause   n p next, previous

        """)
  }

  @Test func compactUntagged() {
    #expect(
      Sample.shown(Sample.untagged, 64, 22) == """
         DrumDub                  ‖ paused    48 kHz · 5.3 ms · 0 xruns
         track 03 (live).mp3                      [ ▶ play ]  ‖ pause

         01:23 ────────────────────────────────────────────────── --:--
         muted   shuffle off   repeat all
         ┌ a ──────────┐┌ s ───────────┐┌ d ──────────┐┌ f ───────────┐
         │    snare    ││     bass     ││ tambourine  ││    maraca    │
         └─────────────┘└──────────────┘└─────────────┘└──────────────┘
         ┌ j ──────────┐┌ k ───────────┐┌ l ──────────┐┌ ; ───────────┐
         │     hat     ││   open hat   ││    clap     ││   cowbell    │
         └─────────────┘└──────────────┘└─────────────┘└──────────────┘
         ── Queue · 12 tracks · 48:10 ─────────────────────── 1–8/12 ──
             1  Coppélia: Valse                                  02:05
           ▶ 2  Flower Duet                                      02:12
           ✗ 3  Sylvia: Pizzicato                              damaged
         ▸   4  Lakmé: Bell Song                                 02:26
             5  Coppélia: Valse                                  02:33
             6  Flower Duet                                      02:40
             7  Sylvia: Pizzicato                                02:47
             8  Lakmé: Bell Song                                 02:54
         ? help   q quit   space play, pause   n p next, previous

        """)
  }

  @Test func compactHelp() {
    #expect(
      Sample.shown(Sample.helping, 80, 24) == """
         DrumDub                                 ▶ playing    48 kHz · 5.3 ms · 0 xruns
         ┌─ Keys ─────────────────────────────────────────────────────────────────────┐
         │a s d f j k l ; strike the pads                      y repeat off, one, all │
         │A S D F J K L : the same, accented                   ↑ up                   │
         │          space play or pause                        ↓ down                 │
         │              X stop                              PgUp a page up            │
         │              n next track                        PgDn a page down          │
         │              p previous, or to start             Home to the first track   │
         │              ← 5 s back                           End to the last track    │
         │              → 5 s on                           Enter play the selected    │
         │        shift+← 60 s back                          Del remove from the queue│
         │        shift+→ 60 s on                       / ctrl+f find in the queue    │
         │            + = louder                       ctrl+n F3 find the next        │
         │              - softer                 ctrl+p shift+F3 find the previous    │
         │              M mute                               Esc leave help or prompt │
         │              < more music                        ? F1 this help            │
         │              > more pads                       ctrl+l redraw the screen    │
         │              } faster, same pitch              ctrl+z suspend, to the shell│
         │              { slower, same pitch            q ctrl+c quit                 │
         │      backspace speed as recorded                    r record, or stop      │
         │              z shuffle on or off                    T hear takes or not    │
         └──────────────────────────────────────────────────── ↑ ↓ more   Esc leaves ─┘
         ? help   q quit   space play, pause   n p next, previous   ← → seek
         paused: headphones unplugged                                         00:02 ago
        """)
  }
}
