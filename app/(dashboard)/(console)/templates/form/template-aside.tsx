import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TransferPanel } from "../transfer/transfer-panel";
import { ChangeSummary } from "./change-summary";
import type { TemplateFormProps } from "./template-form";
import { elementsOfForm } from "./template-form-values";
import type { useTemplateForm } from "./use-template-form";

/** Parts of the page that only turn live with the first interaction; until then they are the server's markup. */
export type TemplatePanels = Record<
	"presets" | "presetStatus" | "holder" | "advice" | "request" | "certificate",
	ReactNode
>;

type TemplateAsideProps = TemplateFormProps & { form: ReturnType<typeof useTemplateForm> };

/** Beside the form: what saving does, what the holder will be asked, advice, the request. */
export function TemplateAside({ id, canWrite, submitLabel, url, panels, form }: TemplateAsideProps) {
	const { late, values, startNow, storedNow, state, isPending, isDirty } = form;
	const isNew = !id;
	const elements = elementsOfForm(isNew ? {} : storedNow, values);
	return (
		<div ref={form.asideRef} className="grid gap-5 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
			{canWrite ? (
				<Card className="grid gap-4">
					{isNew ? null : (
						<ChangeSummary stored={storedNow} values={values} start={startNow} hasConflict={!!state.conflict} />
					)}
					<Button variant="primary" aria-disabled={isPending}>
						{submitLabel}
					</Button>
					<p role="status" className="text-sm text-muted empty:hidden">
						{isPending ? "Sending…" : state.stored && !isDirty ? "Saved." : ""}
					</p>
				</Card>
			) : null}
			<Panel title="What the holder will be asked" isOpen>
				{late ? <late.HolderPreview elements={elements} /> : panels.holder}
			</Panel>
			<Panel title="Advice" isOpen>
				{late ? <late.AdviceList {...{ elements, canWrite }} /> : panels.advice}
			</Panel>
			<Panel title="The request">
				{late ? <late.LiveRequestPanel {...{ values, elements, url, isNew }} /> : panels.request}
			</Panel>
			{isNew && canWrite ? (
				<Panel title="Import a template" isOpen={!!state.imported}>
					<TransferPanel outcome={form.imported ?? state.imported} />
				</Panel>
			) : null}
		</div>
	);
}

function Panel({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
	return (
		<Card>
			<details open={isOpen}>
				<summary>
					<h2 className="inline font-semibold">{title}</h2>
				</summary>
				<div className="mt-3">{children}</div>
			</details>
		</Card>
	);
}
