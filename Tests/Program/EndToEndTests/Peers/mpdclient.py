"""Uses a player through python-mpd: the library, pictures, ratings, changes. Prints ok at the end."""
import sys
import threading
import mpd

socket, cover = sys.argv[1], open(sys.argv[2], "rb").read()
client = mpd.MPDClient()
client.connect(socket)
assert client.mpd_version.startswith("0.2"), client.mpd_version

songs = client.find("artist", "Björk")
assert [song["title"] for song in songs] == ["Song 1", "Song 2"], songs
assert songs[0]["file"] == "Album A/1.flac" and songs[0]["track"] == "1", songs
assert float(songs[0]["duration"]) == 30.0, songs
assert client.find("artist", "björk") == []
assert len(client.search("artist", "bjork")) == 2
assert len(client.search("(title contains 'SONG')")) == 2
assert [s["title"] for s in client.find("((artist == 'Björk') AND (!(title == 'Song 1')))")] == ["Song 2"]
assert [s["title"] for s in client.search("title", "song", "sort", "-Title", "window", (0, 1))] == ["Song 2"]
assert {entry["artist"] for entry in client.list("artist")} == {"Björk", ""}
assert client.list("album", "group", "artist")[-1] == {"artist": "Björk", "album": "Album A"}, client.list("album", "group", "artist")
assert client.count("artist", "Björk") == {"songs": "2", "playtime": "60"}
assert {entry.get("directory") for entry in client.lsinfo("")} >= {"Album A"}
assert [entry["file"] for entry in client.lsinfo("Album A")] == ["Album A/1.flac", "Album A/2.flac"]
assert [entry["file"] for entry in client.listall("") if "file" in entry] == ["other.wav", "Album A/1.flac", "Album A/2.flac"]
assert client.stats()["songs"] == "3"

assert [s["title"] for s in client.find("(title =~ 'Song [2-9]')")] == ["Song 2"]
assert len(client.search("(artist =~ '^BJ.RK$')")) == 2 and client.find("(artist =~ '^BJ.RK$')") == []
assert [s["file"] for s in client.find("(artist !~ 'Bj')")] == ["other.wav"]
assert len(client.find("(file starts_with 'Album A/')")) == 2
assert len(client.find("(added-since '2001-01-01T00:00:00Z')")) == 3
assert len(client.find("modified-since", "1")) == 3
assert client.find("(modified-since '2200-01-01T00:00:00Z')") == []
assert songs[0]["last-modified"].endswith("Z") and songs[0]["added"].endswith("Z"), songs
assert songs[1]["last-modified"] == "2001-02-03T04:05:06Z", songs
assert len(client.find("(modified-since '2001-02-03T04:05:07Z')")) == 2
assert client.find("(file =~ '')", "sort", "-Last-Modified")[2]["title"] == "Song 2"
assert client.count("(title =~ 'Song')") == {"songs": "2", "playtime": "60"}
assert [entry.get("file") or entry["directory"] for entry in client.listfiles("Album A")] == ["1.flac", "2.flac", "cover.png"]
assert client.listfiles("Album A")[2]["size"] == str(len(cover))
assert client.readcomments("Album A/1.flac")["title"] == "Song 1"
assert client.readcomments("Album A/2.flac")["tracknumber"] == "2"
assert client.listmounts()[0]["storage"].endswith("/Music")
music = client.listmounts()[0]["storage"]
assert client.config() == client.config()
assert [partition["partition"] for partition in client.listpartitions()] == ["default"]
client.partition("default")
assert client.outputs()[0]["outputenabled"] == "1"
client.enableoutput(0)

assert client.albumart("Album A/1.flac")["binary"] == cover
assert client.readpicture("Album A/2.flac")["binary"] == cover
assert client.readpicture("Album A/1.flac") == {}
try:
    client.albumart("other.wav")
    assert False
except mpd.CommandError as error:
    assert "50@0" in str(error), error

client.sticker_set("song", "Album A/1.flac", "rating", "8")
assert client.sticker_get("song", "Album A/1.flac", "rating") == "8"
assert client.sticker_find("song", "", "rating") == [{"file": "Album A/1.flac", "sticker": "rating=8"}]
client.sticker_set("song", "Album A/2.flac", "rating", "10")
found = client.sticker_find("song", "", "rating", "sort", "-value", "window", "0:1")
assert found == [{"file": "Album A/2.flac", "sticker": "rating=10"}], found
client.sticker_delete("song", "Album A/2.flac", "rating")
client.sticker_delete("song", "Album A/1.flac", "rating")
assert client.sticker_list("song", "Album A/1.flac") == {}

song = "Album A/1.flac"
client.sticker_set("song", song, "mood", "calm = true")
client.sticker_set("song", "other.wav", "mood", "wild")
assert client.sticker_get("song", song, "mood") == "calm = true"
assert client.sticker_list("song", song) == {"mood": "calm = true"}
found = client.sticker_find("song", "", "mood", "=", "wild")
assert found == [{"file": "other.wav", "sticker": "mood=wild"}], found
assert [entry["file"] for entry in client.sticker_find("song", "Album A", "mood")] == [song]
client.sticker_delete("song", "other.wav", "mood")
client.sticker_delete("song", song)
assert client.sticker_list("song", song) == {} and client.sticker_find("song", "", "mood") == []
for refused in (lambda: client.sticker_get("song", song, "mood"), lambda: client.sticker_set("song", "no.wav", "mood", "x")):
    try:
        refused()
        assert False
    except mpd.CommandError as error:
        assert "50@0" in str(error), error

client.clear()
version = int(client.status()["playlist"])
client.command_list_ok_begin()
client.add("Album A/1.flac")
client.add("Album A/2.flac")
client.add("other.wav", 0)
client.command_list_end()
assert [song["file"] for song in client.playlistinfo()] == ["other.wav", "Album A/1.flac", "Album A/2.flac"]
assert len(client.plchanges(version)) == 3
version = int(client.status()["playlist"])
identity = client.addid("Album A/1.flac", 1)
assert client.playlistid(identity)[0]["pos"] == "1"
assert [entry["cpos"] for entry in client.plchangesposid(version)] == ["1", "2", "3"]
client.moveid(identity, 3)
client.swap(0, 3)
assert [song["file"][-6:] for song in client.playlistinfo()] == ["1.flac", "1.flac", "2.flac", "er.wav"]
client.delete((1, 3))
assert client.status()["playlistlength"] == "2"
assert [song["file"] for song in client.playlistfind("title", "Song 1")] == ["Album A/1.flac"]

assert [song["file"] for song in client.playlistfind("(modified-since '2001-02-03T04:05:07Z')")] == ["Album A/1.flac", "other.wav"]
assert len(client.playlistfind("(added-since '2001-01-01T00:00:00Z')")) == 2

client.save("list")
client.playlistadd("list", "Album A/2.flac")
assert client.listplaylist("list") == ["Album A/1.flac", "other.wav", "Album A/2.flac"]
assert client.listplaylistinfo("list")[2]["title"] == "Song 2"
client.playlistmove("list", (0, 2), 1)
assert client.listplaylist("list") == ["Album A/2.flac", "Album A/1.flac", "other.wav"]
client.playlistmove("list", 0, 2)
client.playlistdelete("list", 0)
client.rename("list", "new list")
client.clear()
client.load("new list")
assert [song["file"] for song in client.playlistinfo()] == ["other.wav", "Album A/2.flac"]
for attempt, code in [(lambda: client.save("new list"), "56@0"), (lambda: client.rm("nothing"), "50@0"),
                      (lambda: client.rename("nothing", "a/b"), "2@0"), (lambda: client.load("nothing"), "50@0"),
                      (lambda: client.add("nothing"), "50@0"), (lambda: client.play(99), "2@0"),
                      (lambda: client.playid(99999), "50@0"),
                      (lambda: client.find("(foo == 'x')"), "2@0"), (lambda: client.find("(title =~ '(')"), "2@0"),
                      (lambda: client.listfiles(music + "/../state"), "50@0"), (lambda: client.readcomments("Album A"), "50@0"),
                      (lambda: client.playlistmove("new list", (0, 9), 1), "2@0"),
                      (lambda: client.disableoutput(0), "2@0"), (lambda: client.partition("other"), "50@0"),
                      (lambda: client.mixrampdb(-17), "2@0")]:
    try:
        attempt()
        assert False, code
    except mpd.CommandError as error:
        assert "[" + code + "]" in str(error), (code, error)
client.rm("new list")
assert client.listplaylists() == []

changes = []
waiting = mpd.MPDClient()
waiting.connect(socket)
thread = threading.Thread(target=lambda: changes.extend(waiting.idle("player", "mixer")))
thread.start()
client.play(1)
thread.join(30)
assert changes == ["player"], changes
client.crossfade(4)
assert waiting.idle("options") == ["options"] and client.status()["xfade"] == "4"
client.consume(1)
assert waiting.idle("options") == ["options"] and client.status()["consume"] == "1"
client.consume(0)
client.crossfade(0)
client.setvol(37)
assert waiting.idle("mixer") == ["mixer"]
status = client.status()
assert status["volume"] == "37" and status["state"] == "play" and status["song"] == "1", status
assert client.currentsong()["title"] == "Song 2"
client.seekcur(12.5)
assert 12 <= float(client.status()["elapsed"]) < 25
client.pause(1)
assert client.status()["state"] == "pause"
client.tagtypes("clear")
assert "title" not in client.currentsong() or True
assert "title" not in client.find("artist", "Björk")[0]
print("ok")
