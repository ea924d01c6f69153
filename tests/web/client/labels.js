// Loaded before each test: gives scripts the labels that pages send them, in English.

import { setLabels } from "../../../src/triangulum/web/static/shared/labels.js";

setLabels(JSON.parse(process.env.CLIENT_LABELS ?? "{}"));
