"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { LateForm } from "@/app/(dashboard)/late-form";
import type { MetadataFormValues } from "./metadata-form-schema";
import type { MetadataRow } from "./metadata-rows";

/**
 * The live verdict of the rules on the rows. The form library and the schema come with the first interaction, so the
 * errors are null until then.
 */
export function useMetadataErrors(rows: MetadataRow[]) {
	const [errors, setErrors] = useState<Record<string, string> | null>(null);
	const late = useRef<Promise<LateForm<MetadataFormValues>> | null>(null);

	function ready(): Promise<LateForm<MetadataFormValues>> {
		late.current ??= load({ rows }, (state) => setErrors(state.errors));
		return late.current;
	}

	const text = JSON.stringify(rows);
	const onChange = useEffectEvent(() => {
		void late.current?.then((form) => form.change({ rows }));
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the rows, which are new at every render.
	useEffect(() => onChange(), [text]);

	return {
		errors,
		onFocus() {
			void ready();
		},
		async validate(): Promise<boolean> {
			const form = await ready();
			form.change({ rows });
			return form.validate();
		},
	};
}

async function load(start: MetadataFormValues, onState: (state: { errors: Record<string, string> }) => void) {
	const [{ createLateForm }, { metadataFormSchema }] = await Promise.all([
		import("@/app/(dashboard)/late-form"),
		import("./metadata-form-schema"),
	]);
	return createLateForm<MetadataFormValues>(metadataFormSchema, start, onState, { isLive: true });
}
