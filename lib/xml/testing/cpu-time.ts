/** Milliseconds that this thread has worked. Waiting for a busy machine is none of it. */
export function cpuMilliseconds(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
