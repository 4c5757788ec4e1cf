import type { Participant } from "../sessions/participants";
import type { LogoutFlow } from "./logout-flow";

type Waiting = NonNullable<LogoutFlow["waiting"]>;

/** Each application once, with all the sessions that it knows somebody by. */
export function byApplication(told: readonly Participant[]): Waiting {
	const waiting = new Map<string, Waiting[number]>();
	for (const { clientId, nameId, nameIdFormat, sessionIndex } of told) {
		const key = JSON.stringify([clientId, nameId]);
		const { sessionIndexes } = waiting.get(key) ?? { sessionIndexes: [] };
		waiting.set(key, { clientId, nameId, nameIdFormat, sessionIndexes: [...sessionIndexes, sessionIndex] });
	}
	return [...waiting.values()];
}
