"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { addFeedToken, FEED_TOKENS_MAX, revokeFeedToken } from "@/lib/dashboard/log-stream/feed-tokens";
import { nameFault } from "@/lib/dashboard/log-stream/webhook-fields";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/registry/resources";
import { setFlash } from "@/lib/dashboard/request/flash";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import type { NewSecretState, StreamState } from "../_webhooks/webhook-state";

const PATH = resources["feed token"].path;

/** Adds a token for the feed, which is in this result alone. */
export async function addFeedTokenAction(_: NewSecretState, form: FormData): Promise<NewSecretState> {
	const name = String(sentForm(form).get("name") ?? "").trim();
	try {
		await requireActionPermission("setLogStream");
		const fault = nameFault(name);
		const secret = fault ? null : await addFeedToken(name);
		if (!secret) return { problem: { title: "Nothing was added", message: fault ?? tooMany } };
		revalidatePath(PATH, "layout");
		return { secret };
	} catch (error) {
		return { problem: problemOf(error, "feed token") };
	}
}

const tooMany = `There are ${FEED_TOKENS_MAX} tokens already. Revoke one that nobody uses.`;

export async function revokeFeedTokenAction(_: StreamState, form: FormData): Promise<StreamState> {
	let isRevoked: boolean;
	try {
		await requireActionPermission("setLogStream");
		isRevoked = await revokeFeedToken(String(sentForm(form).get("feedTokenId")));
	} catch (error) {
		return { problem: problemOf(error, "feed token") };
	}
	await setFlash(PATH, isRevoked ? "The token was revoked." : "That token was revoked already.");
	redirect(PATH);
}
