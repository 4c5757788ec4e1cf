"use client";

import { useState } from "react";
import type { MdlElements } from "@/lib/contract/mdl-elements";
import type { TemplateFormValues } from "../form/template-form-values";
import { RequestPanel } from "./request-panel";

type LiveRequestPanelProps = { values: TemplateFormValues; elements: MdlElements; url: string; isNew: boolean };

/** The request with the one choice that only the exported queries know. It is never part of the template. */
export function LiveRequestPanel(props: LiveRequestPanelProps) {
	const [isStored, setStored] = useState(false);
	return (
		<div className="grid gap-3">
			<RequestPanel {...props} isStored={isStored} />
			<label className="flex items-start gap-2 text-sm">
				<input
					type="checkbox"
					checked={isStored}
					onChange={(event) => setStored(event.target.checked)}
					className="mt-1 size-4"
				/>
				<span>In the two queries, say that the answers will be stored (intent to retain)</span>
			</label>
		</div>
	);
}
