# The system calls that SECURITY.md lists as allowed, for probe.c: ALLOWED(name) for each.
/^#/ { is_list = /System calls that are left/ }
is_list {
	while (match($0, /`[a-z0-9_]+`/)) {
		print "ALLOWED(" substr($0, RSTART + 1, RLENGTH - 2) ")"
		$0 = substr($0, RSTART + RLENGTH)
	}
}
