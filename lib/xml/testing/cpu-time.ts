/** CPU time of this thread in milliseconds. Waiting for a busy machine is not included. */
export function cpuMilliseconds(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
