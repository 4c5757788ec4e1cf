import { IconWord } from "@/components/ui/icon";
import { strategyInWords } from "./strategy-in-words";

/** How people sign in through an identity provider. */
export function ProviderType({ strategy }: { strategy: string | null | undefined }) {
	return <IconWord name="shield">{strategyInWords(strategy ?? null)}</IconWord>;
}
