import type { Device } from "@/lib/contract/device";

// Browsers name each other in their user agent, so the order matters: the most specific name is first.

const programs: [RegExp, string][] = [
	[/\bEdgA?\/|\bEdgiOS\//, "Edge"],
	[/\bOPR\/|\bOPiOS\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\bFirefox\/|\bFxiOS\//, "Firefox"],
	[/\bHeadlessChrome\//, "Headless Chrome"],
	[/\bChrome\/|\bCriOS\//, "Chrome"],
	[/\bVersion\/[\d.]+(?: [\w./]+){0,4} Safari\//, "Safari"],
	[/\bMSIE |\bTrident\//, "Internet Explorer"],
];

const systems: [RegExp, string][] = [
	[/\biPhone/, "iPhone"],
	[/\biPad/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b|\bmacOS\b|\bMacintosh\b|\bDarwin\b/, "macOS"],
	[/\bLinux\b|\bX11\b/, "Linux"],
];

/** Libraries and apps send `Name/1.2` and nothing else. */
const OTHER_PROGRAM = /^([A-Za-z][\w.+-]{1,40})(?:\/|$|\s)/;

/**
 * "Chrome on macOS", as far as the user agent contains it; null where it contains neither. The device's own claim, not
 * verified.
 */
export function deviceName(userAgent: string | null | undefined): string | null {
	const text = userAgent?.trim();
	if (!text) return null;
	const system = systems.find(([pattern]) => pattern.test(text))?.[1];
	const program = programs.find(([pattern]) => pattern.test(text))?.[1] ?? otherProgram(text);
	if (!program) return system ?? null;
	return system ? `${program} on ${system}` : program;
}

/** The device of the latest use, or of the first where that is not known. */
export function lastDeviceName(device: Device | null | undefined): string | null {
	return deviceName(device?.last_user_agent) ?? deviceName(device?.initial_user_agent);
}

function otherProgram(text: string): string | undefined {
	const name = OTHER_PROGRAM.exec(text)?.[1];
	return name === "Mozilla" ? undefined : name;
}
