# Asks the resident process (cli.Resident) and prints what it answers: ask.pl FOLDER JAR PATIENCE WORD...
# Its socket lies in FOLDER, which nobody else may open, and is named after this directory and this build, so that other
# directories and builds have processes of their own. Without any other word, prints the name of the socket.
# Ends with 125 if nobody answers in PATIENCE twentieths of a second, or the process is busy.
# Perl, because it is on every Linux and starts in a few milliseconds; a second Java would cost what the first one saves.
# Without the module Socket, which takes twice as long to load as all else here.
use strict;

my ($folder, $jar, $patience, @words) = @ARGV;
my @folder = stat $folder or exit 125;
exit 125 if $folder[4] != $< or $folder[2] & 077;
my @here = stat '.';
my @jar = stat $jar;
my $path = "$folder/$here[0]-$here[1]-$jar[1]-$jar[9]";
if (!@words) { print $path; exit 0 }

my ($unix, $stream) = (1, 1);    # as Linux numbers them
socket my $socket, $unix, $stream, 0 or exit 125;
until (connect $socket, pack 'S Z*', $unix, $path) {
    unlink $path if $!{ECONNREFUSED} && !$patience;    # its process is gone
    exit 125 if $patience-- <= 0;
    select undef, undef, undef, 0.05;
}
binmode $socket;
binmode STDOUT;
binmode STDERR;
my $request = pack 'N', scalar @words;
$request .= pack 'N/a*', $_ for @words;
syswrite $socket, $request;

sub take {
    my ($size, $text) = (shift, '');
    while (length $text < $size) {
        my $got = sysread $socket, $text, $size - length $text, length $text;
        return if !$got;
    }
    return $text;
}
my $said = 0;
while (defined(my $head = take 5)) {
    my ($kind, $size) = unpack 'aN', $head;
    exit 125 if $kind eq 'b';
    exit $size if $kind eq 'x';
    my $text = take $size;
    last if !defined $text;
    $said = 1;
    syswrite $kind eq 'o' ? *STDOUT : *STDERR, $text;
}
exit 125 if !$said;
print STDERR "moirai: the resident process has ended\n";
exit 3;
