"use server";

import { continueOn, renewPages } from "@/app/_fresh/after-write";
import { addFeedToken, revokeFeedToken } from "@/lib/dashboard/log-stream/feed-tokens";
import { nameFault } from "@/lib/dashboard/log-stream/webhook-fields";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/request/read-form";
import { resources } from "@/lib/dashboard/resources/resources";
import type { NewSecretState, StreamState } from "./webhook-state";

const PATH = resources["feed token"].path;

/** Adds a token for the feed, which is in this result alone. */
export async function addFeedTokenAction(_: NewSecretState, sent: FormData): Promise<NewSecretState> {
	let name = "";
	try {
		const { form } = await permittedForm("setLogStream", sent);
		name = String(form.get("name") ?? "").trim();
		const fault = nameFault(name);
		if (fault) return { name, problem: { title: "Nothing was added", message: fault } };
		const secret = await addFeedToken(name);
		await renewPages();
		return { secret };
	} catch (error) {
		return { name, problem: problemOf(error, "feed token") };
	}
}

export async function revokeFeedTokenAction(_: StreamState, sent: FormData): Promise<StreamState> {
	let isRevoked: boolean;
	try {
		const { form } = await permittedForm("setLogStream", sent);
		isRevoked = await revokeFeedToken(String(form.get("feedTokenId")));
	} catch (error) {
		return { problem: problemOf(error, "feed token") };
	}
	return continueOn(PATH, isRevoked ? "The token was revoked." : "That token was revoked already.");
}
