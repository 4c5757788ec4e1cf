/**
 * The machine's clock: the default of the service's `now`, and for times that a library compares with the clock that it
 * reads itself.
 */
export function machineClock(): Date {
	return new Date();
}

export function epochSeconds(time: Date): number {
	return Math.floor(time.getTime() / 1000);
}
