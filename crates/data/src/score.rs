//! Scores in integer hundredths, and the five dimensions with their weights (1-design-engine.md, "Evaluation Dimensions"). No
//! floats: equal inputs give equal scores.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A score from 0.00 to 100.00 in hundredths. In JSON a number with two decimals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(u16);

impl Score {
    /// 0.00.
    pub const ZERO: Self = Self(0);
    /// 100.00.
    pub const FULL: Self = Self(10_000);

    /// From hundredths, at most 100.00.
    pub const fn from_hundredths(hundredths: u16) -> Self {
        Self(if hundredths > 10_000 { 10_000 } else { hundredths })
    }

    /// In hundredths of a point, 0 to 10,000.
    pub const fn hundredths(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:02}", self.0 / 100, self.0 % 100);
        f.pad(&text)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if !(0.0..=100.0).contains(&number) {
            return Err(serde::de::Error::custom("a score lies between 0 and 100"));
        }
        // In range, so the rounded value fits in 16 bits.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0..=10000")]
        let hundredths = (number * 100.0).round() as u16;
        Ok(Self(hundredths))
    }
}

/// The points that a finding costs, in billionths, so that they add up exactly. In JSON the number of points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points(pub u64);

impl Points {
    /// One whole point.
    pub const ONE: u64 = 1_000_000_000;

    /// As people see them: rounded.
    pub fn hundredths(self) -> u64 {
        (self.0 + Self::ONE / 200) / (Self::ONE / 100)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.hundredths();
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        f.pad(&text)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[expect(clippy::cast_precision_loss, reason = "at most 100 points: 37 bits")]
        serializer.serialize_f64(self.0 as f64 / Self::ONE as f64)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if !(0.0..=100.0).contains(&number) {
            return Err(serde::de::Error::custom("points lie between 0 and 100"));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "at most 100 points: 37 bits"
        )]
        let billionths = (number * Self::ONE as f64).round() as u64;
        Ok(Self(billionths))
    }
}

/// The five dimensions of a score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Dimension {
    Completeness,
    Coherence,
    Clarity,
    FrameworkAgnosticism,
    DataModelIntegrity,
}

impl Dimension {
    /// All, in the order of display.
    pub const ALL: [Self; 5] = [
        Self::Completeness,
        Self::Coherence,
        Self::Clarity,
        Self::FrameworkAgnosticism,
        Self::DataModelIntegrity,
    ];

    /// Its share of the overall score, in per cent.
    pub const fn weight(self) -> u8 {
        match self {
            Self::Completeness | Self::Coherence => 25,
            Self::Clarity => 20,
            Self::FrameworkAgnosticism | Self::DataModelIntegrity => 15,
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Completeness => "Completeness",
            Self::Coherence => "Coherence",
            Self::Clarity => "Clarity",
            Self::FrameworkAgnosticism => "Framework agnosticism",
            Self::DataModelIntegrity => "Data model integrity",
        }
    }
}

/// One dimension's score and its weight in per cent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedScore {
    pub score: Score,
    pub weight: u8,
}

/// The five dimension scores of one evaluation. As JSON: an object with the five keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Dimensions {
    pub completeness: WeightedScore,
    pub coherence: WeightedScore,
    pub clarity: WeightedScore,
    pub framework_agnosticism: WeightedScore,
    pub data_model_integrity: WeightedScore,
}

impl Dimensions {
    /// Builds all five from a function of the dimension.
    pub fn from_fn(mut score: impl FnMut(Dimension) -> Score) -> Self {
        let mut weighed = |d: Dimension| WeightedScore { score: score(d), weight: d.weight() };
        Self {
            completeness: weighed(Dimension::Completeness),
            coherence: weighed(Dimension::Coherence),
            clarity: weighed(Dimension::Clarity),
            framework_agnosticism: weighed(Dimension::FrameworkAgnosticism),
            data_model_integrity: weighed(Dimension::DataModelIntegrity),
        }
    }

    /// The score of one dimension.
    pub fn score(&self, dimension: Dimension) -> Score {
        match dimension {
            Dimension::Completeness => self.completeness.score,
            Dimension::Coherence => self.coherence.score,
            Dimension::Clarity => self.clarity.score,
            Dimension::FrameworkAgnosticism => self.framework_agnosticism.score,
            Dimension::DataModelIntegrity => self.data_model_integrity.score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_add_up_to_a_hundred() {
        let sum: u32 = Dimension::ALL.iter().map(|d| u32::from(d.weight())).sum();
        assert_eq!(sum, 100);
    }

    #[test]
    fn every_score_survives_json() {
        for hundredths in 0..=10_000 {
            let score = Score::from_hundredths(hundredths);
            let text = serde_json::to_string(&score).unwrap();
            assert_eq!(serde_json::from_str::<Score>(&text).unwrap(), score, "{text}");
        }
    }
}
