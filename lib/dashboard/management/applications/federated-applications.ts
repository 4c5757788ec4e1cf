import "server-only";
import { isDeepStrictEqual } from "node:util";
import { type FederatedApplication, federatedApplication } from "@/lib/contract/client/application";
import type { UpdateClientRequest } from "@/lib/contract/client/client-request";
import { isJsonObject } from "@/lib/contract/safe-object";
import { isHarmlessSetting, type NamedValues, settingsByPath } from "../../audit/changes";
import { callManagement } from "../call/client";
import { lookUpChanged, writeOrLookUp } from "../look-up";
import { noteName } from "../seen-names";
import { requireChangeable } from "./protection";
import { holds } from "./read-applications";

/** Requested by name: a response without this restriction would hold secrets. */
const FIELDS = Object.keys(federatedApplication.shape).join(",");

/**
 * An application with its add-ons. These may hold secrets: they don't go to the browser as they are.
 * @param withinMs total time, where less than usual is left. @throws SessionError, ManagementError
 */
export async function getFederatedApplication(id: string, withinMs?: number): Promise<FederatedApplication> {
	const found = await callManagement("get_clients_by_id", {
		path: { id },
		query: { fields: FIELDS, include_fields: true },
		answer: federatedApplication,
		withinMs,
	});
	noteName(found.client_id, found.name);
	return found;
}

/**
 * Changes the single sign-on of an application; where the response got lost, reads it again.
 * @param current as it was read in this request
 * @throws SessionError, ProtectedError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export async function updateFederatedApplication(
	current: FederatedApplication,
	body: UpdateClientRequest,
): Promise<FederatedApplication> {
	const id = current.client_id;
	await requireChangeable(id, current);
	const before = Object.fromEntries(Object.keys(body).map((name) => [name, (current as NamedValues)[name]]));
	const parts = { before: partsOf(before), after: partsOf(body) };
	const audit = { name: current.name, isKept: isHarmlessSetting, ...parts };
	return writeOrLookUp(
		() => callManagement("patch_clients_by_id", { path: { id }, body, answer: federatedApplication, audit }),
		() =>
			lookUpChanged(
				(withinMs) => getFederatedApplication(id, withinMs),
				(found) => isDone(current, body, found),
			),
	);
}

/** A removed add-on is not in the request: add-ons are compared with those before. */
function isDone(current: FederatedApplication, body: UpdateClientRequest, found: FederatedApplication): boolean {
	const { addons, ...others } = body;
	return holds(found, others) && (!addons || !isDeepStrictEqual(found.addons ?? {}, current.addons ?? {}));
}

const PROTOCOLS = ["samlp", "wsfed"] as const;

/** For the trail: members of lists and settings by their names, as `addons.samlp.logout.callback`. */
function partsOf({ addons, ...lists }: NamedValues): NamedValues {
	const members = Object.entries(lists).flatMap(([name, value]) =>
		Array.isArray(value) ? value.map((member): [string, unknown] => [`${name} ${member}`, true]) : [],
	);
	const settings = PROTOCOLS.flatMap((protocol) => {
		const stored = isJsonObject(addons) ? addons[protocol] : undefined;
		return isJsonObject(stored)
			? [[`addons.${protocol}`, true] as const, ...settingsByPath(`addons.${protocol}`, stored)]
			: [];
	});
	return Object.fromEntries([...members, ...settings]);
}
