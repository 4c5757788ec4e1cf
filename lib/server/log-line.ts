const LEVELS = { info: 30, warn: 40 } as const;

/**
 * A line of this server's own for the log, in the form that the dashboard's logger gives its lines.
 * @param figures never anything that came in
 */
export function logLine(level: keyof typeof LEVELS, figures: Record<string, number>, msg: string): string {
	return `${JSON.stringify({ level: LEVELS[level], time: Date.now(), pid: process.pid, name: "identity-console", ...figures, msg })}\n`;
}
