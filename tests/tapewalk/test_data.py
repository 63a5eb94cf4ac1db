"""The data of the lessons: the names that ship, files from elsewhere, letters and contexts."""

import hashlib
import http.server
import threading
from collections import Counter
from importlib.resources import files

import numpy as np
import pytest

from tapewalk import data
from tapewalk.data.fetching import cache_folder

OTHER = b"Ana\nzoe\n"


def sha256(content):
    return hashlib.sha256(content).hexdigest()


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("TAPEWALK_CACHE", str(folder))
    return folder


class Site:
    """A web server on this machine, whose one page is `content`."""

    def __init__(self):
        self.content, self.asked, self.announced = OTHER, 0, None

    def start(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked += 1
                if self.path != "/names.txt":
                    self.send_error(404)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(site.announced or len(site.content)))
                self.end_headers()
                self.wfile.write(site.content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/names.txt"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def site():
    site = Site()
    site.start()
    yield site
    site.stop()


def test_the_names_that_ship_have_the_form_that_their_licence_file_tells():
    folder = files("tapewalk.data")
    content = folder.joinpath("names.txt").read_bytes()
    given = data.names()
    assert content == "".join(f"{name}\n" for name in given).encode()
    assert given == sorted(set(given))
    assert len(given) >= 5000
    assert set("".join(given)) == set("abcdefghijklmnopqrstuvwxyz")
    told = folder.joinpath("NAMES-LICENSE.txt").read_text("utf-8")
    assert sha256(content) in told
    assert f"{len(given):,} given names" in told


def test_the_names_that_ship_are_of_both_languages_and_have_no_accents():
    given = set(data.names())
    assert {"emma", "oliver", "charlotte", "hugh", "kimberly"} <= given
    assert {"maria", "jose", "begona", "inaki", "joaquin", "nicolas"} <= given


def test_a_file_is_fetched_once_then_read_from_the_cache(site, cache):
    assert data.names(site.address, sha256(OTHER)) == ["ana", "zoe"]
    assert data.names(site.address, sha256(OTHER).upper()) == ["ana", "zoe"]
    assert site.asked == 1
    assert [path.read_bytes() for path in cache.iterdir()] == [OTHER]


def test_without_a_network_the_cached_copy_serves_and_a_new_file_says_what_failed(site, cache):
    data.names(site.address, sha256(OTHER))
    site.server.server_close()
    assert data.names(site.address, sha256(OTHER)) == ["ana", "zoe"]
    with pytest.raises(ConnectionError, match=r"names\.txt can't be fetched: .*no network"):
        data.names(site.address, "0" * 64)
    assert [path.read_bytes() for path in cache.iterdir()] == [OTHER]


def test_a_page_that_is_not_there_is_no_lack_of_network(site):
    with pytest.raises(ConnectionError, match="the server answered 404 Not Found"):
        data.names(site.address + "x", sha256(OTHER))


def test_another_hash_is_refused_and_leaves_the_cached_copy(site, cache):
    data.names(site.address, sha256(OTHER))
    site.content = b"mallory\n"
    with pytest.raises(ValueError, match=f"SHA-256 {sha256(site.content)} instead of {'0' * 64}"):
        data.names(site.address, "0" * 64)
    assert [path.read_bytes() for path in cache.iterdir()] == [OTHER]
    assert data.names(site.address, sha256(OTHER)) == ["ana", "zoe"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"ana\nbego\xc3\xb1a\n", "line 2: 'begoña' is no name"),
        (b"ana\n\neva\n", "line 2: '' is no name"),
        (b"ana,12\n", "line 1: 'ana,12' is no name"),
        (b"ana\neva\n\xff\n", r"line 3: '\\\\xff' is no name"),
        (b"<html>" + b"x" * 99, "line 1: '<html>x{34}…' is no name"),
        (b"", "is empty"),
    ],
)
def test_another_form_is_refused_with_its_line_and_not_kept(site, cache, content, told):
    site.content = content
    with pytest.raises(ValueError, match=told):
        data.names(site.address, sha256(content))
    assert not cache.exists()


def test_lines_of_windows_and_a_last_line_without_an_end_are_fine(site):
    site.content = b"Ana\r\nEva"
    assert data.names(site.address, sha256(site.content)) == ["ana", "eva"]


def test_half_a_file_is_told_as_half_a_file(site):
    site.announced = len(OTHER) + 100
    with pytest.raises(ConnectionError, match=f"ended after {len(OTHER)} of {site.announced}"):
        data.names(site.address, sha256(OTHER))


def test_a_damaged_copy_stays_until_a_good_one_is_there(site, cache):
    cache.mkdir()
    kept = cache / f"{sha256(OTHER)}.txt"
    kept.write_bytes(b"dam")
    site.content = b"mallory\n"
    with pytest.raises(ValueError, match="another hash"):
        data.names(site.address, sha256(OTHER))
    assert kept.read_bytes() == b"dam"
    site.content = OTHER
    assert data.names(site.address, sha256(OTHER)) == ["ana", "zoe"]
    assert kept.read_bytes() == OTHER


def test_a_cache_that_cannot_be_written_costs_only_the_next_fetch(site, cache):
    cache.write_text("a file where the folder should be")
    for _ in range(2):
        assert data.names(site.address, sha256(OTHER)) == ["ana", "zoe"]
    assert site.asked == 2


def test_a_file_on_this_machine_has_an_address_too(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes(OTHER)
    assert data.names(path.as_uri(), sha256(OTHER)) == ["ana", "zoe"]


def test_a_hash_is_asked_for_with_the_reason():
    with pytest.raises(TypeError, match=r"without sha256\. A file from elsewhere can change"):
        data.names("https://example.org/names.txt")
    with pytest.raises(TypeError, match="without url"):
        data.names(sha256="0" * 64)
    with pytest.raises(ValueError, match="64 hexadecimal digits, got 'abc'"):
        data.names("https://example.org/names.txt", "abc")
    with pytest.raises(ValueError, match="got 'names.txt'"):
        data.names("names.txt", "0" * 64)


@pytest.mark.parametrize(
    ("platform", "settings", "wanted"),
    [
        ("linux", {}, ".cache/tapewalk"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/tapewalk"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, ".cache/tapewalk"),
        ("darwin", {}, "Library/Caches/tapewalk"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/tapewalk/Cache"),
        ("win32", {}, "AppData/Local/tapewalk/Cache"),
        ("linux", {"TAPEWALK_CACHE": "/mine"}, "/mine"),
    ],
)
def test_the_cache_is_where_the_platform_keeps_such_folders(
    monkeypatch, tmp_path, platform, settings, wanted
):
    for name in ("TAPEWALK_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert cache_folder() == tmp_path / wanted


def test_the_vocabulary_has_the_boundary_first_and_round_trips():
    letters = data.vocabulary(data.names())
    assert letters.itos == dict(enumerate(".abcdefghijklmnopqrstuvwxyz"))
    assert letters.stoi == {symbol: number for number, symbol in letters.itos.items()}
    assert len(letters) == 27
    assert letters.decode(np.array(letters.encode(".zoe."))) == ".zoe."


def test_what_a_vocabulary_cannot_take_is_named():
    letters = data.vocabulary(["ana"])
    with pytest.raises(ValueError, match="'ANA' has 'A'"):
        letters.encode("ANA")
    for number in (-1, 3):
        with pytest.raises(ValueError, match=f"number {number}: they go from 0 to 2"):
            letters.decode([number])
    with pytest.raises(ValueError, match="begins with"):
        data.Letters(("a", "b"))
    with pytest.raises(ValueError, match="no symbol twice"):
        data.Letters((".", "b", "b"))


def test_a_split_shares_all_names_out_and_depends_on_the_seed_alone():
    given = data.names()
    parts = data.split(given, seed=7)
    assert parts == data.split(list(given), seed=7) != data.split(given, seed=8)
    assert Counter(name for part in parts for name in part) == Counter(given)
    assert [len(part) for part in parts] == [4623, 578, 578]
    assert given == data.names()
    # A split by the alphabet would test on names that begin as none of the others.
    assert {name[0] for name in parts.test} > set("abcdelmnrs")


@pytest.mark.parametrize("block_size", [1, 3, 5])
def test_contexts_are_those_of_the_loop_in_the_lesson(block_size):
    letters, words = data.vocabulary(["ana", "eva"]), ["ana", "eva", "a"]
    wanted, following = [], []
    for word in words:
        context = [0] * block_size
        for symbol in word + ".":
            wanted.append(context)
            following.append(letters.stoi[symbol])
            context = context[1:] + [letters.stoi[symbol]]
    x, y = data.contexts(words, block_size, letters)
    assert (x.tolist(), y.tolist()) == (wanted, following)
    assert x.dtype == y.dtype == np.int64


def test_contexts_of_nothing_and_of_too_little():
    x, y = data.contexts([])
    assert (x.shape, y.shape) == ((0, 3), (0,))
    with pytest.raises(ValueError, match="block_size must be 1 or more, got 0"):
        data.contexts(["ana"], 0)
