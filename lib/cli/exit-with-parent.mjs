// Loaded into every Node child with `--import`. The channel to the parent closes when the parent ends, even by SIGKILL,
// which no handler of the parent receives; a child without a parent then ends itself.
if (process.channel) {
	process.once("disconnect", () => process.exit(1));
	// A listener would keep the channel, and with it a finished child, alive.
	process.channel.unref();
	// A child's own workers use their channel: they must not load this file as well.
	const position = process.execArgv.indexOf(import.meta.url);
	if (position > 0) process.execArgv.splice(position - 1, 2);
}
