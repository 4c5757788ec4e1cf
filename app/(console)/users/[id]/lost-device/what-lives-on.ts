import "server-only";
import { nameInWords } from "@/components/ui/invisible-characters";
import { deviceInWords } from "@/lib/dashboard/devices/group-devices";
import { listed } from "@/lib/dashboard/in-short";
import { resources } from "@/lib/dashboard/resources/resources";
import { unlistedTokens } from "../../../sessions/logout-notices";
import type { Devices } from "./read-devices";

const NAMED_MAX = 10;

/** What the end of devices' access leaves, in sentences. @param keys of the devices */
export function whatLivesOn(keys: ReadonlySet<string>, { groups, actorName, isWhole }: Devices): string[] {
	return [otherDevices(keys, { groups, actorName, isWhole }), ...livesOnOfAll()];
}

/** "Other devices: Safari on iPhone and unknown ones." What is not read is not said to be none. */
export function otherDevices(
	keys: ReadonlySet<string>,
	{ groups, actorName, isWhole }: Pick<Devices, "groups" | "actorName" | "isWhole">,
): string {
	const others = groups
		.filter((group) => !keys.has(group.key))
		.map((group) => nameInWords(deviceInWords(group, actorName, "unknown ones")));
	const more = isWhole ? "" : " There may be more: not all sessions and refresh tokens of the user could be read.";
	if (others.length === 0) return isWhole ? "No other device is listed." : `Other devices are not known.${more}`;
	return `Other devices: ${listed(others.slice(0, NAMED_MAX), Math.max(0, others.length - NAMED_MAX))}.${more}`;
}

/** The same whatever the device. */
export function livesOnOfAll(): string[] {
	return [
		resources.session.ends.stays.all,
		unlistedTokens("their session"),
		"The password stays: someone who has the device may know it.",
		"Passkeys and other factors on the device are not known here, and stay.",
	].filter((sentence) => sentence !== null);
}
