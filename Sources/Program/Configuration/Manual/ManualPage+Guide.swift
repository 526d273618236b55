extension ManualPage {
  /// The sections of drumdub(1) that explain the player by topic: what options, keys and subcommands do not say.
  static let guide: [Block] =
    topic("Music", music) + topic("Library", library) + topic("Pads and kits", pads)
    + topic("Mixer", mixer)
    + topic("Guitar", guitar)
    + topic("MIDI devices", midi) + topic("Takes", takesGuide) + topic("Timeline", timeline)
    + topic("Practice", practice) + topic("Recordings", recordings)

  /// The sections about other programs, terminals and the screen.
  static let surroundings: [Block] =
    topic("Desktop and other players", desktop)
    + topic("Remote control", remote) + [.example(remoteExamples)]
    + topic("Background", background) + topic("Screen", screen)

  private static func topic(_ title: String, _ paragraphs: [String]) -> [Block] {
    [.section(title)] + paragraphs.map { .paragraph($0) }
  }

  private static let music = [
    "drumdub plays WAV, FLAC, AIFF, Ogg Vorbis, Opus and MP3 files, and what FFmpeg decodes, such as AAC and ALAC. The "
      + "content of a file decides, not its name. Playlists may contain addresses of radio stations.",
    "Tracks follow each other without a gap, or overlap by the setting crossfade. The tracks of a CUE sheet begin and "
      + "end at their exact samples.",
    "Chapters of MP3, MP4, Ogg, FLAC and Matroska files are listed by shift+f11: Enter plays from one. The chapter that is "
      + "heard is named beside the position, or behind the title where lists leave the song two lines; alt+) and alt+( seek "
      + "to the next and the previous one, :seek chapter 3 to the third. Chapters are shown in the order of "
      + "time. Those that begin at or after the end of the file are left out, and of more than 10,000 the first ones are "
      + "read.",
    "A track of more than 20 minutes starts where it was left, which the message line says; p plays it from the start. "
      + "resume-long=1h sets another length, resume-long=off ends that. The first ten seconds of a track and the last "
      + "thirty are no such place. The file is recognised after it was renamed or tagged.",
  ]

  private static let library = [
    "drumdub scan, scan-folder (f6) and scan (f5) fill the library; the player then watches the folders and updates it. "
      + "The filter of a library list (/) takes the expressions of drumdub query.",
    "Ratings are read from the tags of files that other programs have rated. G changes the rating in the library; with "
      + "write-ratings=yes, also in the tags. Changes of tags can be undone after a restart, too.",
    "The form for tags (alt+E) lists every tag of the files. :tags-from-names {track} {artist} - {title} sets tags from the "
      + "names of the marked files or the selected one, and :rename-files {track} {title} renames them by their tags. "
      + "Both list first what changes, Enter does it, and u undoes it in one step. No file is ever replaced; the queue, "
      + "saved playlists, playlist files (M3U, PLS, XSPF), CUE sheets, stickers and takes follow their files. The fields "
      + "are title, artist, album, albumartist, track, disc, date, "
      + "genre, composer, comment and bpm; {artist}/{album}/{title} reads the folders too.",
    ":sort-queue album sorts the queue (title, artist, album, date, length or path; -date begins with the newest), "
      + "shift+f4 shuffles its tracks once, shift+f5 keeps only the marked ones, shift+f6 removes those that are repeated.",
    "Playlist files of the scanned folders (M3U, PLS, XSPF) are listed under Playlists, below the saved ones, and say how many "
      + "of their entries are missing. alt+{ imports the selected one: it is saved under its name and can be edited.",
    "u undoes what was done last, and says what that was: an edit or the deletion of a take, a change of the tempo, of the "
      + "queue, of a saved playlist, of tags, or of the mixer. Pressed again, it undoes what was done before. U redoes what "
      + "was undone last. Changes of the queue can be undone "
      + "after a restart, too, such as the replacement by the files that a start names. :queues lists the last ten queues that "
      + "were left; Enter opens one again at its position.",
  ]

  private static let pads = [
    "Two kits come with the program, each with two banks of eight pads and a half-open hi-hat. DrumDub is an acoustic set "
      + "with percussion; its drums and other hats have four velocity layers of three strokes each. Electronic has the sounds of a "
      + "drum machine, two pads that sound while they are held, and one that plays until the next hit.",
    "B lists your kits, those of the program and those of Hydrogen; the pads play the selected one. Enter keeps it, "
      + "also for the next start unless kit= or --kit names one, Esc returns to the previous one. Pads that end each "
      + "other's sound, such as hi-hats, name each other's keys. H edits the pad that was struck last: name, gain, pan, "
      + "tune, choke group, mode, "
      + "retrigger and sample; each change is heard at once. W saves the kit. A kit that is not yours is copied with its "
      + "samples under a new name and is not changed itself.",
    "A folder of sound files is a kit, too: drumdub kits import FOLDER copies it to your kits, with a pad for each file. "
      + "The drums that the names of the files tell, such as kick, snare or open hat, are on their usual keys.",
    "The drums of a SoundFont are a kit, too: B lists them, and --kit FILE.sf2 loads the first ones of a file. FluidSynth "
      + "renders each drum of General MIDI once, at three velocities; the result is kept until the file changes.",
    "Every stroke of a key is heard, also in fast rolls. Where the terminal does not report releases, a key that is held is "
      + "recognised by its repeats: a delay, then even steps. Until the first held key has shown the delay of the "
      + "keyboard, a single stroke at the distance of a usual delay may sound up to 46 ms late, once for each. "
      + "held-key=repeat plays all repeats. Kitty's keyboard protocol reports releases, so nothing waits.",
    "Pads that play while their key is held need a terminal with kitty's keyboard protocol, such as kitty, foot, WezTerm "
      + "or Ghostty. A line such as bind Q pad 1 64 in the configuration file gives a key a velocity of its own, for "
      + "example for ghost notes.",
  ]

  private static let timeline = [
    "g opens the timeline: the bars of the track, its waveform, a row for each pad of a layer, and one for each other "
      + "layer. The height of a hit is its velocity. i and o zoom, from the whole track to a quarter of a millisecond; w "
      + "shows the whole track, G follows the music, e plays from the cursor. Left and right move the cursor by a step, "
      + "with Shift by a bar, tab to the next hit. The last line says how late or early the hit at the cursor is. / "
      + "chooses the length of the steps.",
    "v shows one bar as the steps of a drum machine: Enter or a click sets a hit or removes it, and < or > beside a hit "
      + "says that it is early or late. o goes on to two bars.",
    "Edits act on the selected hits, or else on the one at the cursor: , and . move by 1 ms, < and > by a step, + and - "
      + "change the velocity, Shift with up and down the pad, delete removes. b begins and ends a selected range, h "
      + "selects the pad, H the layer, ctrl+a everything, insert adds one hit. y copies, x cuts, p pastes at the cursor, "
      + "where hits stay as early or late as they were played if it is on a step, P "
      + "repeats the hits after themselves, :repeat-hits 8 eight times. E lets the bars of the selected hits, in all of their layers, or the bar "
      + "of the cursor, play on to the end of the track, and ends such a pattern; :pattern 17 lets them play on until bar 17, and "
      + ":pattern hits makes hits of what patterns play. Hits after the end of the track are kept, but not heard: a message "
      + "counts those that an edit puts there. Each edit is one step of undo (u, U), which the "
      + "file of the take keeps. All of it works while the take plays and while it is recorded.",
    "Q moves hits to the steps. :quantise 1/16 80% swing 58 window 40 names the step (1/4 to 1/32, with t for triplets), "
      + "the part of the way, the place of every second step in percent of two, and the milliseconds beyond which a hit "
      + "stays; without a selection it moves all hits of the take. Hits of one pad keep their order, and of several near "
      + "one step only the nearest is moved. :humanise 10 velocity 8 seed 1 moves hits by up to 10 ms and changes their "
      + "velocities by up to 8, the same for the same seed, and each layer in its own way.",
    "The mouse sets steps, selects the hits around which it is dragged, drags hits, and seeks on the waveform. Dragging the "
      + "numbers of the bars moves all beats; with the right button, the first beat stays and the tempo changes. The wheel "
      + "scrolls the rows, and zooms on the waveform or with Ctrl.",
  ]

  private static let guitar = [
    "alt+G opens the guitar and adds it to the mixer. The digits choose one of ten chords, down and up strum it, with Shift "
      + "loudly, the lower row of letters (z to n) plucks single strings, Backspace damps them. The mouse plucks the strings "
      + "that it is dragged across: its order and its speed make the strum. The home row plays pads meanwhile. :play-note E4 "
      + "plays a note for a test.",
    "A take records the notes beside the hits, plays them while its mixer has an instrument, and exports have them as they "
      + "were heard. The strip instrument of the mixer has the parameters: where the string is picked, how long it sounds, "
      + "how bright, how fast it is damped, how much the body resonates. Ins in this strip lists other instruments, such as "
      + "LV2 plug-ins that play notes: the keys above, MIDI and takes play the one that was chosen last.",
    "SoundFonts (.sf2, .sf3) are played by FluidSynth. Ins lists the presets of those in ~/.local/share/drumdub/soundfonts "
      + "and in sounds/sf2, sounds/sf3 and soundfonts of /usr/share; :instrument completes their names, and "
      + ":instrument FILE.sf2 chooses the first preset of any file, FILE.sf2#BANK:PROGRAM another one. The mixer keeps the "
      + "choice. A file that is missing is named and kept, and its instrument is silent. Notes follow bends of up to 12 "
      + "semitones, the pedal and controllers. FluidSynth renders 64 frames at once: a note that follows another one "
      + "may begin up to 1.3 ms late.",
    "A take also records bends, the pedal and controllers, from where they are at its first hit on. Playback, undo and "
      + "exports have them, and MIDI files, too.",
  ]

  private static let mixer = [
    "x opens the mixer: a strip for each pad that was struck or has settings of its own, then pads, music, click, returns "
      + "and master; the instrument and the input have one once they are used. Left and right choose a strip, up and down "
      + "a row of it, + and - change its value; a fader can be "
      + "dragged, and the wheel changes what is under the pointer. M mutes the strip, O plays it solo.",
    "Ins adds an effect to the strip, or a send to a return, which is a strip for effects that several strips share. "
      + "Enter opens the parameters of an effect, ` bypasses it, Del removes it. ~ switches between the mixer "
      + "and the one that was in use before. The keys that move tracks in the queue move an effect within its strip. The last "
      + "row of a compressor is the bus that its side chain follows. The next start restores the mixer.",
    "Moves change the sound as long as a key is held: 9 repeats the last beat of the music, , brakes it to a stop, and 0 "
      + "sends the hits of the pads into an echo. Alt-Left and Alt-Right turn a filter of the music towards its low-pass "
      + "or high-pass, and Alt-6 turns it off. In a terminal that does not report releases of keys, one press holds a "
      + "move and the next one releases it. In the mixer, the last line has the filter, which can be dragged, and a "
      + "button for each move. Moves change nothing in the mixer; a recording of the output (R) has them.",
    "Each value has an address: :mix music/filter/cutoff 800 Hz, :mix pad 3/gain -6 dB, :mix pads/send 1 50 % set one, as "
      + "drumdub remote run mix ADDRESS VALUE does; Tab completes it and the names that it can have, and :mix ADDRESS "
      + "states the value.",
    "LV2 plug-ins are listed by Ins, too, by category; / finds them, and all other units, by name, author or category. Each "
      + "is tried in a process of its own before its first use; one that crashes there, or cannot run in real time, is "
      + "refused with the reason. Its presets are the first row of its parameters; one with a state of its own is tried and "
      + "begins anew. A plug-in that yields no numbers, is too slow or does not come back for a second is bypassed and named, "
      + "and one that is missing is kept and played dry. While plug-ins are loaded, the mixer plays without them and says "
      + "how many have come; :cancel-plug-ins bypasses those that are awaited. If the program ends abnormally, the next "
      + "start bypasses the plug-ins that it had and names them; --safe starts without session, takes, mixer and plug-ins.",
    "With output=jack, the programs of the JACK server are listed there, too. A strip with one of them sends its sound "
      + "through ports of drumdub, such as music send left, and gets it back one period later, or later by the latency that "
      + "the program states; all other sound is as late, and hits are stored where they are heard. JACK ports are connected "
      + "by you. A program that disconnects, ends or hangs is bypassed until it returns.",
    "Programs without an audio input, such as synthesizers, are listed in the strip of the instrument: JACK instrument has "
      + "those that take MIDI, JACK generator the others. The chosen one replaces the guitar, gets its notes from the port "
      + "instrument notes, and is heard in that strip. While it is away, the strip is silent.",
    "Programs on JACK share a transport. jack-transport=follow lets them start, stop and seek the music, whose position in "
      + "the track is that of the transport at speed 1; lead lets the player do that to them; both does both.",
    "W saves the mixer under a name, as :save-mixer NAME does, and :mixer NAME loads it. dry, room and dub come with the "
      + "program.",
  ]

  private static let midi = [
    "The notes of a MIDI device strike the pads that have these notes in the kit. A note of General MIDI that no pad has is "
      + "played by the pad with the nearest sound of its kind, and named once. Controllers 7, 8 and 16 change volume, "
      + "balance and speed. m teaches others: strike the pad or turn the knob, then press the key that it replaces: "
      + "of a pad, volume, balance, speed, the filter of the music, a move, or a command of playback, takes or kits. In the "
      + "mixer, + or - gives a knob the value "
      + "that is chosen.",
    "The pedal of a hi-hat, controller 4, chooses among closed, half-open and open pads of a kit that has them, and silences "
      + "more open ones as it closes. On channel 10, controller 16 states where a drum is struck, for kits that use it.",
    "A cymbal of an electronic kit that is grabbed stops, by the pressure that the kit sends, or by a note: m teaches the "
      + "note if the key of the pad is pressed with Shift. Takes keep that. When a device is unplugged, what it holds is "
      + "released.",
    "A program chooses the kit at its place in the list of kits, or gives the command that it was taught: :midi program 3 "
      + "command kit NAME. :midi list shows what was taught; Del removes a line.",
    "Devices of Roland (TD), Alesis, Akai (LPD8, MPD) and Novation (Launchpad) have profiles by their names. Those of your own "
      + "are files *.midi in ~/.config/drumdub/midi-devices: a line match NAME, then lines as in the file midi.",
    "midi-curve, midi-threshold, midi-mask and midi-crosstalk say how strikes of MIDI devices are taken. :midi does that for "
      + "a pad or a device: :midi curve hard pad 3, :midi threshold 8 device NAME, :midi mask 30 pad 1, :midi crosstalk 5:20 "
      + "device NAME. A strike that shakes a neighbouring pad makes it sound softly: crosstalk 5:20 ignores strikes that come "
      + "at most 5 ms after one of another pad of the device and have less than 20 % of its velocity. Profiles of electronic "
      + "kits set that; crosstalk off device NAME ends it. :midi curve learn learns the "
      + "curve of the device that is played next, :midi curve learn pad 3 that of a pad: strike four times softly, then four "
      + "times hard. :midi forget pad 3 and :midi forget note 38 remove what was set or taught.",
    "If the mixer has an instrument, it plays the notes that no pad was taught, except those of channel 10, the drums, and "
      + "follows the damper pedal.",
    "midi=auto uses all devices of the ALSA sequencer as they are plugged in, or those of JACK if the output is jack.",
    "midi-clock=follow gives the metronome, and tracks and takes without a tempo, the tempo, the beats and the bars of a "
      + "device that sends a clock. Start plays the music from its beginning, Continue from where it is, and Stop pauses it; "
      + "a song position seeks. Of several devices that send a clock, one is followed until it is silent for a second, or until "
      + "it has stopped and another one starts.",
    "midi-clock=send sends a clock to the MIDI output: midi-output=seq sends it to all devices of the ALSA sequencer as they are "
      + "plugged in and from its port DrumDub:clock, seq:PORT to one, jack from the port drumdub-clock:out, raw:DEVICE and "
      + "fifo:PATH as bytes. It has the tempo of what is heard, also while the music stands. The song begins with the first "
      + "beat of the track; after a pause or a seek, its position is sent, and it goes on with the next sixteenth note.",
    "midi-output=jack sends what you play to other programs: the output through JACK then has the port notes, with the pads "
      + "on channel 10 by the notes of the kit, and the instrument on channel 1, each with its sound.",
  ]

  private static let takesGuide = [
    "A take is a recording of your hits. It is kept apart from its track and played with it, at any speed. Each pass is a "
      + "layer that you can mute, solo, rename, duplicate and delete; all edits can be undone.",
    "With the music paused or stopped, a recording starts with a count-in. Without a track, a take follows the metronome. "
      + "When the track changes, the recording continues in a take of the next track; a stream or the end of the music "
      + "ends it. Each hit is on the disk within a quarter of a second.",
    "The metronome, count-ins and loops use the tempo that was tapped, typed or found for the track, which is kept; else "
      + "that of its take, with its changes; else the BPM of its tags. :tempo find finds the tempo and the beats by the sound "
      + "of the track; given again before it is done, it ends the search. :tempo half and :tempo double correct the tempo, "
      + ":tempo earlier and :tempo later move the bars by a beat, :tempo bar begins a bar with the beat that is heard, "
      + ":tempo here moves all beats to the place that is heard.",
    "While the music is stopped, a take without a track that was recorded or chosen last is shown in place of the song: "
      + "space plays and stops it, ( and ) repeat its bars, alt+shift+left and alt+shift+right seek by bars. With "
      + "record-start=first-hit it is a looper: the first recording begins with your first hit and, when r ends it, repeats "
      + "with its length. That length is whole bars of the metronome, or without it sets the tempo. r then records over "
      + "the loop, each round as a layer, until r is pressed again; \\ lets the take play on. The take keeps its loop; after a "
      + "restart, r begins another one, unless the loop is played first.",
    "( and ) begin and end a loop at the place that is heard, on the nearest beat if the tempo is known; the end of a range "
      + "shorter than half a beat is the next beat. Where beats were tapped or found, or the metronome plays, the bar stands "
      + "beside the position. Bar 1 begins with the first beat that was tapped or found. alt+shift+left and alt+shift+right seek "
      + "to the start of a bar, :seek -4 bars and :seek bar 17 to others. :loop 17-24 repeats the eight bars from "
      + "bar 17 to bar 24, :loop 17 one bar, :loop off none.",
    "e exports a take, as drumdub export does. :import-midi FILE adds the tracks of a MIDI file to the take as layers.",
  ]

  private static let practice = [
    "While the metronome is heard, or music whose beats were tapped or found, each pad shows by how many milliseconds its "
      + "last hit was early (-, at the left) or late (+, at the right); the frame reaches to 50 ms. A hit is compared with what was heard "
      + "when its key was struck, with the nearest part of a beat. A tempo of the tags does not say where the beats are: c or :tempo find helps.",
    "alt+8 opens the figures: mean, spread and drift of the last bars and of the whole pass, a histogram, and the figures "
      + "of each pad and of each place in the bar. Enter shows the details of the last bars or of the whole pass, delete "
      + "begins again. A pass lasts until the music stops, or its track or tempo changes.",
    ":practice parts 3 compares hits with triplets of the beat; sixteenths of 4/4, 4 parts, are usual. :practice bars 8 "
      + "shows the last eight bars, and :practice lines on prints a line for each bar in the plain mode. drumdub takes "
      + "timing prints the figures of a take, in the time of its track; those of practice are in the time that is heard.",
    ":click 1/8 lets the metronome play eighths, 1/8t triplets; :click 1/8 offbeat only those between the beats; bars 3 1 "
      + "after it, or alone, three bars and then a silent one, counted from the start of the loop and through its rounds; "
      + ":click beats the beats again.",
    ":trainer 60% +5% each 2 starts a loop, or a track that is repeated, at 60 % of the original speed, and makes it faster "
      + "by 5 % of that after each two rounds, up to 100 %, or to 110 % with to 110% at the end. Only whole rounds count, "
      + "which play from the start of the loop to its end without a seek and with the trainer on all the time. With again "
      + "after the speeds, it begins at 60 % again after the last rounds. When the music stops or another track begins, the "
      + "speed is 60 % again. :trainer off restores the speed from before.",
  ]

  private static let recordings = [
    "R starts and ends a recording of what is heard, in a file in ~/.local/share/drumdub/recordings, which is in the "
      + "library only if you scan that folder. --record FILE records from the start of the program. Pauses are recorded, "
      + "no file is replaced, and a program that is killed loses a second at "
      + "most.",
    "f7 switches the input on. Recordings of takes then contain its sound: each pass is a layer, a FLAC file beside the "
      + "take, and can be muted, deleted and exported as others can. The level is shown, with a light for clipping.",
    "shift+f7 plays clicks and measures how late the input hears them; the result is stored for this output and this "
      + "input. input-latency sets the value by hand. :layer-offset moves a layer that is recorded already. shift+f9 "
      + "monitors the input.",
  ]

  private static let desktop = [
    "Media keys, panels and playerctl control the player over MPRIS: playback, position, volume, speed, queue and saved "
      + "playlists; the cover is given as a file. A second player has a bus name of its own until the first one ends, and "
      + "is then controlled in its place.",
    "With --system, drumdub shows the track and the cover of another player, such as a browser, VLC, mpv or Spotify, and "
      + "play, pause, next, seek and volume act on it. Takes are not possible, because they need the exact time of the "
      + "music.",
  ]

  private static let remote = [
    "The player speaks the protocol of MPD on the socket mpd.sock: queue, library, playlists, pictures and ratings. "
      + "drumdub remote and clients of MPD use it. With --listen, it is also served to the network.",
    "The volume is one scale for the screen, MPRIS and clients of MPD: 100 % is 0 dB, and the curve is that of MPD.",
  ]

  private static let remoteExamples = [
    "export MPD_HOST=$XDG_RUNTIME_DIR/drumdub/mpd.sock     # for mpc, ncmpcpp and others",
    "drumdub remote toggle",
    "drumdub remote hit 1 100",
    "drumdub remote watch --format '{artist} - {title} {elapsed}/{duration}'     # for a status bar",
  ]

  private static let background = [
    "drumdub --detach plays without a terminal. drumdub attach shows that player in any terminal, at its size and with its "
      + "colours; so does drumdub without a track, after a question. Keys are read from the attached terminal itself, so "
      + "the time of hits is as exact as in other terminals, and a recording continues from one terminal to the next.",
    "With on-hangup=detach at the start, ctrl+d also leaves a player that was started in a terminal, and gives the "
      + "terminal back to the shell. Held pads are released when the terminal is left or its window loses the focus, if "
      + "the terminal reports that.",
    "A start while a player runs asks at a terminal: files are played or added there, or another player starts. The setting "
      + "second-start=play, add or new answers that; without a terminal, another player starts. It has a session of its own, "
      + "which the next second player restores, and serves the socket when the first one has ended.",
  ]

  private static let screen = [
    "shift+f2 changes the layout: pads and lists (both), large pads (drum), or lists without pads (listen), where the "
      + "letters of the pads are commands: j and k move, l plays or opens, a adds, d removes, f filters, s shuffles, and "
      + "throw, stutter and brake have the keys alt+1 to alt+3 alone. The session keeps the choice, unless the "
      + "setting layout names one. Large pads show two banks where there is room.",
    "In the layout listen, while no input is on and no take is recorded, a sound server or a sound card of ALSA gets 100 ms "
      + "of sound at once if no pad was struck for ten minutes: the processor wakes less often, and pause and volume act "
      + "as much later. Another layout ends this. A hit on a MIDI device ends it too: that hit is heard up to 100 ms late, "
      + "and those after it in time.",
    "f2 shows large pads, and makes keys act on them alone until f2 is pressed again. Meanwhile two rows of letters play two "
      + "banks at once: a s d f j k l ; pads 1 to 8, and q w e r u i o p above them pads 9 to 16, such as toms, crash and "
      + "ride. [ and ] change to the next two banks. pad-keys=asdfjkl; qweruiop names both rows.",
    "The layout adapts to every size from 20 x 5 on, to 256, 16 or 8 colours, direct colours or none, and to "
      + "right-to-left text. Covers are drawn with kitty's graphics, sixels or characters. The mouse hits pads, seeks, "
      + "selects, scrolls, changes volume, speed, shuffle and repeat, and works on the hints of the last lines.",
    ":panes library|queue,lyrics arranges what is seen beside the pads or without them: library, queue, lyrics, cover, "
      + "waveform (or the spectrum, v), timeline and mixer. | stands between panes side by side, a comma between rows, "
      + "parentheses around rows within a column, as in library|(queue,lyrics), and :2 gives a pane two shares of the "
      + "room. The arrangement is kept; the setting panes in the configuration file comes before it. ; "
      + "listen=library|lyrics and ; drum=timeline behind it are the panes of those layouts.",
    "Tab moves between library and queue; where one of them is arranged, or has room, it shows the other one in its "
      + "place. w, g and x give the keys to lyrics, timeline and mixer in their panes, or open them over the screen "
      + "if they have none; esc gives the keys back. Where there is no room for all panes, the list in use stays, then the "
      + "pane that has the keys, then the others in the order in which they are written; a message names those without room. "
      + "Below 100 columns, library|queue alone shows one list, and other arrangements have two lists side by side from 80 "
      + "columns on; below 60 x 22, one pane is shown. Cover and waveform then return to the song.",
    "With --plain, or TERM=dumb, each event is a line, and each key is answered by one: ctrl+l says what plays and where, "
      + "whether it is recorded, take, kit, tempo and bar, loop, metronome, and what is selected, also while text is typed. ? prints the keys; what is typed then "
      + "searches them, until Esc. A list or a form says its name and its row when it opens, each row that is reached, each "
      + "value that changes, and that it is closed. In the timeline (g), the cursor moves by steps and says pad, bar, beat, step "
      + "and hit.",
    "The message line shows the newest message; N lists all, esc dismisses them, and the header counts unread errors. On "
      + "the help screen (?), which begins with the keys of what is open, typing filters the keys, Enter binds a new key, "
      + "Del removes one, and Ins restores the "
      + "default keys.",
    "The key sets of --keys have the keys of vi, mpv and cmus, and the pads on the digits. In vi, h and l walk the library, u and "
      + "ctrl+r undo and redo, dd removes a row, gg is the first one. In the layout listen, which has no pads, "
      + "the digits of cmus switch the lists, as :view does. What differs from "
      + "those programs is listed in drumdub(5).",
    ":set lists all settings with their values and where they come from. :set NAME VALUE changes one until the program "
      + "ends, :set -s NAME VALUE also in the configuration file, of which all other lines and comments stay; :set -s NAME "
      + "keeps the value of now.",
    "A line that is typed is edited with the keys of a shell: the arrows, home and end, ctrl+a e b f u k w y, alt+b f d. "
      + "ctrl+p and ctrl+n, and up and down where there is no list, show what was typed in the same prompt before, also "
      + "after a restart. Delete removes the character at the cursor; behind the text, it acts on the list. Escape closes.",
    "A terminal that does not read, such as one of a network connection that hangs, delays neither music nor pads, media "
      + "keys or the remote control. When it reads again, it shows the newest state.",
  ]
}
