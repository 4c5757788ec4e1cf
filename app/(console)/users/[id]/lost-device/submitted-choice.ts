import "server-only";
import { deviceOfKey } from "@/lib/dashboard/devices/group-devices";
import { submittedBaseline } from "@/lib/dashboard/request/page";
import { idsOf } from "./lost-device-state";
import { type Devices, type Lists, withNames } from "./read-devices";

type Choice = {
	/** Its key. */
	device: string;
	ends: ReadonlySet<string>;
	/** Marks. */
	shown: string;
	/** As they were read for it. */
	lists?: Lists;
};

/** What this request's form chose, for the page in the same response. */
export const submittedChoice = submittedBaseline<Choice>("lost-device");

/**
 * The devices as the form of this request had them, where the page can't read a list again: so the form stays.
 * @param read what the page has read; null: it stands for itself
 * @throws SessionError
 */
export async function devicesSubmitted(userId: string, read: Lists): Promise<Devices | null> {
	const choice = submittedChoice.of(userId);
	if (!choice) return null;
	const isRead = choice.lists?.groups.some(({ key }) => key === choice.device);
	const lists = (isRead && choice.lists) || listsOf(choice);
	const isLost = (list: "sessions" | "tokens") => read[list].problem && !lists[list].problem;
	return isLost("sessions") || isLost("tokens") ? withNames(lists) : null;
}

/** The chosen device alone, of whose sessions and tokens no more is known than that they were chosen. */
function listsOf({ device, ends, shown }: Choice): Lists {
	const name = deviceOfKey(device);
	const chosen = idsOf([...ends]);
	const [sessions, tokens] = [chosen.sessions.map((id) => ({ id })), chosen.tokens.map((id) => ({ id }))];
	const held = sessions.map((session) => ({ session, tokens: [] }));
	const part = { unreadable: 0, hasMore: true };
	return {
		sessions: { value: { items: sessions, ...part } },
		tokens: { value: { items: tokens, ...part } },
		groups: name ? [{ ...name, key: device, sessions: held, tokens }] : [],
		isWhole: false,
		shown,
	};
}
