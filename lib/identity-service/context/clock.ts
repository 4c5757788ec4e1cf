/**
 * The machine's clock. Time comes into the service as `now`, of which this is the default; it is also for times that a
 * library compares with the clock that it reads itself.
 */
export function machineClock(): Date {
	return new Date();
}

export function epochSeconds(time: Date): number {
	return Math.floor(time.getTime() / 1000);
}
