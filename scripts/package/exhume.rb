# For Homebrew. Not tried on a Mac yet.
# scripts/release fills in what stands between at signs.
class Exhume < Formula
  desc "Extract, convert and re-pack the assets of classic PC games"
  homepage "@URL@"
  url "@URL@/exhume-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "giflib"
  depends_on "jansson"
  depends_on "libarchive"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "libsndfile"
  depends_on "libsoxr"
  depends_on "nettle"
  depends_on "sqlite"

  uses_from_macos "libedit"
  uses_from_macos "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DBUILD_TESTING=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    pkgshare.install "testdata/archives/digger"
  end

  test do
    system bin/"exhume", "extract", "-q", "-o", "extracted", pkgshare/"digger"
    assert_path_exists testpath/"extracted/index.json"
  end
end
